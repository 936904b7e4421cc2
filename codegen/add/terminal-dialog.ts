import { isCancel, PasswordPrompt, SelectPrompt, TextPrompt } from '@clack/core'
import { Cancelled, type Dialog, type DialogQuestion, type DialogText } from './dialog.ts'

/** The terminal's features that a dialog needs: its width, and ways to set off parts of a line. */
export interface DialogLook {
  readonly width: number
  bold(text: string): string
  quiet(text: string): string
  /** Breaks a text into lines of a width. */
  wrap(text: string, width: number): readonly string[]
  cut(text: string, width: number): string
}

const output = process.stderr

const taken = (asked: { readonly message: string }, answer: string, { width, bold, cut }: DialogLook): string =>
  `${cut(asked.message, Math.max(20, width - answer.length - 1))} ${bold(cut(answer, 60))}`

const head = ({ message, reason }: Pick<DialogQuestion, 'message' | 'reason'>, look: DialogLook): string[] => [
  ...look.wrap(message, look.width).map(look.bold),
  ...(reason
    ? look
        .wrap(reason, look.width - 2)
        .slice(0, 3)
        .map((line) => look.quiet(`  ${line}`))
    : []),
]

const optionLine = (
  { label, hint }: DialogQuestion['offered'][number],
  at: number,
  isMarked: boolean,
  look: DialogLook,
): string[] => {
  const line = `${isMarked ? '❯' : ' '} ${at + 1} ${look.cut(label, look.width - 4)}`
  return [isMarked ? look.bold(line) : line, ...(hint ? [look.quiet(`    ${look.cut(hint, look.width - 4)}`)] : [])]
}

const chooseIn = async (asked: DialogQuestion, look: DialogLook): Promise<string> => {
  const options = asked.offered.map((one) => ({ ...one }))
  const prompt = new SelectPrompt({
    options,
    initialValue: asked.proposal,
    output,
    render() {
      const chosen = options[this.cursor]
      if (this.state === 'submit') return taken(asked, chosen?.label ?? '', look)
      if (this.state === 'cancel') return taken(asked, '', look)
      const lines = options.flatMap((one, at) => optionLine(one, at, at === this.cursor, look))
      return [
        ...head(asked, look),
        ...lines,
        look.quiet('  a number or the arrows; Enter takes the marked one'),
        '',
      ].join('\n')
    },
  })
  prompt.on('key', (key) => {
    const at = Number(key) - 1
    const option = options[at]
    if (!option) return
    prompt.cursor = at
    prompt.value = option.value
    prompt.state = 'submit'
  })
  const value = await prompt.prompt()
  if (isCancel(value) || value === undefined) throw new Cancelled()
  return value
}

const writeIn = async (asked: DialogText, look: DialogLook): Promise<string> => {
  const prompt = new TextPrompt({
    defaultValue: asked.proposal,
    placeholder: asked.proposal,
    output,
    validate: (text) => asked.fault(text || asked.proposal),
    render() {
      if (this.state === 'submit') return taken(asked, this.value ?? '', look)
      if (this.state === 'cancel') return taken(asked, '', look)
      const typed = this.userInput === '' ? look.quiet(asked.proposal) : this.userInputWithCursor
      const fault = this.state === 'error' ? [`  ${this.error}`] : []
      return [...head(asked, look), `❯ ${typed}`, ...fault, ''].join('\n')
    },
  })
  const value = await prompt.prompt()
  if (isCancel(value) || value === undefined) throw new Cancelled()
  return value
}

const writeSecretIn = async (asked: DialogText, look: DialogLook): Promise<string> => {
  const prompt = new PasswordPrompt({
    output,
    validate: (text) => asked.fault(text ?? ''),
    render() {
      if (this.state === 'submit') return taken(asked, '…', look)
      if (this.state === 'cancel') return taken(asked, '', look)
      const fault = this.state === 'error' ? [`  ${this.error}`] : []
      return [...head(asked, look), `❯ ${look.cut(this.masked, look.width - 4)}`, ...fault, ''].join('\n')
    },
  })
  const value = await prompt.prompt()
  if (isCancel(value) || value === undefined) throw new Cancelled()
  return value
}

/** Asks the person at the terminal, on stderr. Ctrl-C throws Cancelled. */
export const terminalDialog = (look: DialogLook): Dialog => {
  // In a terminal without a size, as scripts and containers open them, the library would write one letter a line.
  if (output.columns === 0) output.columns = look.width
  return {
    isPerson: true,
    choose: (asked) => chooseIn(asked, look),
    write: (asked) => (asked.isSecret ? writeSecretIn(asked, look) : writeIn(asked, look)),
  }
}
