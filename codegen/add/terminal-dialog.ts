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

const taken = (question: { readonly message: string }, answer: string, { width, bold, cut }: DialogLook): string =>
  `${cut(question.message, Math.max(20, width - answer.length - 1))} ${bold(cut(answer, 60))}`

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

const chooseIn = async (question: DialogQuestion, look: DialogLook): Promise<string> => {
  const options = question.offered.map((one) => ({ ...one }))
  const prompt = new SelectPrompt({
    options,
    initialValue: question.proposal,
    output,
    render() {
      const chosen = options[this.cursor]
      if (this.state === 'submit') return taken(question, chosen?.label ?? '', look)
      if (this.state === 'cancel') return taken(question, '', look)
      const lines = options.flatMap((one, at) => optionLine(one, at, at === this.cursor, look))
      return [
        ...head(question, look),
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

const writeIn = async (question: DialogText, look: DialogLook): Promise<string> => {
  const prompt = new TextPrompt({
    defaultValue: question.proposal,
    placeholder: question.proposal,
    output,
    validate: (text) => question.fault(text || question.proposal),
    render() {
      if (this.state === 'submit') return taken(question, this.value ?? '', look)
      if (this.state === 'cancel') return taken(question, '', look)
      const typed = this.userInput === '' ? look.quiet(question.proposal) : this.userInputWithCursor
      const fault = this.state === 'error' ? [`  ${this.error}`] : []
      return [...head(question, look), `❯ ${typed}`, ...fault, ''].join('\n')
    },
  })
  const value = await prompt.prompt()
  if (isCancel(value) || value === undefined) throw new Cancelled()
  return value
}

const writeSecretIn = async (question: DialogText, look: DialogLook): Promise<string> => {
  const prompt = new PasswordPrompt({
    output,
    validate: (text) => question.fault(text ?? ''),
    render() {
      if (this.state === 'submit') return taken(question, '…', look)
      if (this.state === 'cancel') return taken(question, '', look)
      const fault = this.state === 'error' ? [`  ${this.error}`] : []
      return [...head(question, look), `❯ ${look.cut(this.masked, look.width - 4)}`, ...fault, ''].join('\n')
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
    choose: (question) => chooseIn(question, look),
    write: (question) => (question.isSecret ? writeSecretIn(question, look) : writeIn(question, look)),
  }
}
