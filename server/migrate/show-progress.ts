import type { OnProgress } from './migrate.ts'

/** Shows one line a kind that counts up on a terminal, and elsewhere a line for each tenth. */
export const showProgress = (out: Pick<NodeJS.WriteStream, 'write' | 'isTTY'>): OnProgress => {
  let shown = ''
  return (kind, done, total) => {
    const line = `  ${kind.padEnd(12)} ${done.toLocaleString('en')} of ${total.toLocaleString('en')}`
    if (out.isTTY) {
      out.write(`\r${line}${done === total ? '\n' : ''}`)
      return
    }
    const tenth = `${kind} ${total === 0 ? 10 : Math.floor((done / total) * 10)}`
    if (tenth !== shown) out.write(`${line}\n`)
    shown = tenth
  }
}
