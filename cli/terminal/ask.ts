import { createInterface } from 'node:readline/promises'

const [enter, newLine, interrupt, end, backspace, remove] = ['\r', '\n', '\u0003', '\u0004', '\b', '\u007f']

/** Asks the person at the terminal for a secret, which isn't shown while it is typed. Ctrl-C ends the process. */
export const askHidden = (question: string): Promise<string> => {
  const { stdin, stderr } = process
  // Before the question: text that is typed or pasted as soon as it appears must not be echoed.
  stdin.setRawMode(true)
  stdin.setEncoding('utf8')
  stderr.write(question)
  return new Promise((resolve) => {
    let typed = ''
    const finish = (): void => {
      stdin.setRawMode(false)
      stdin.pause()
      stdin.off('data', read)
      stderr.write('\n')
    }
    const read = (text: string): void => {
      for (const character of text) {
        if (character === enter || character === newLine || character === end) {
          finish()
          resolve(typed)
          return
        }
        if (character === interrupt) {
          finish()
          process.exit(130)
        }
        typed = character === backspace || character === remove ? typed.slice(0, -1) : typed + character
      }
    }
    stdin.on('data', read)
    stdin.resume()
  })
}

/** A secret that is not an argument: typed at the terminal, or all of stdin without surrounding white space. */
export const readTyped = async (question: string): Promise<string> =>
  process.stdin.isTTY ? askHidden(question) : (await Bun.stdin.text()).trim()

/** Asks the person at the terminal to type `yes`. Without a terminal, the command itself counts as consent. */
export const isConfirmed = async (question: string): Promise<boolean> => {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return true
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return (await lines.question(`${question} Type yes: `)).trim().toLowerCase() === 'yes'
  } finally {
    lines.close()
  }
}
