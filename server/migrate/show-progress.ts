import type { OnProgress } from './migrate.ts'

/** On a terminal, shows one line for each kind that counts up. Elsewhere, prints a line for each tenth. */
export const showProgress = (out: Pick<NodeJS.WriteStream, 'write' | 'isTTY'>): OnProgress => {
  let printed = ''
  return (kind, done, total) => {
    const line = `  ${kind.padEnd(12)} ${done.toLocaleString('en')} of ${total.toLocaleString('en')}`
    if (out.isTTY) {
      out.write(`\r${line}${done === total ? '\n' : ''}`)
      return
    }
    const tenth = `${kind} ${total === 0 ? 10 : Math.floor((done / total) * 10)}`
    if (tenth !== printed) out.write(`${line}\n`)
    printed = tenth
  }
}
