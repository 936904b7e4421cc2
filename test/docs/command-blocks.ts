/**
 * The commands of a page and what they print. A block of commands is fenced as `sh`; a block fenced as `text` right behind it
 * is what the commands print, where `…` stands for anything. Commands that need more than this machine, or a value of the reader's own,
 * are fenced as `console`: as they look in a terminal, or without prompts and without what they print.
 */

export interface CommandBlock {
  readonly language: 'sh' | 'console'
  /** The line of its opening fence, for messages. */
  readonly line: number
  /** The heading that it stands under. */
  readonly section: string
  /** The text between the fences. */
  readonly commands: string
  /** The output that the page shows for the commands of an `sh` block; `undefined`: they print nothing. */
  readonly printed: string | undefined
}

/** A command of a `console` block. */
export interface ConsoleStep {
  readonly command: string
  /** The output below it; empty: the page shows none. */
  readonly printed: string
}

const fencePattern = /^```(\w*)\n([\s\S]*?)^```$/gm

const lineAt = (markdown: string, index: number): number => markdown.slice(0, index).split('\n').length

const headingBefore = (markdown: string, index: number): string =>
  [...markdown.slice(0, index).matchAll(/^#+ (.+)$/gm)].at(-1)?.[1] ?? ''

/** The blocks fenced as `sh` and as `console`, in the order of the page. */
export const commandBlocks = (markdown: string): readonly CommandBlock[] => {
  const fences = [...markdown.matchAll(fencePattern)]
  return fences.flatMap((fence, n) => {
    const [, language, commands = ''] = fence
    if (language !== 'sh' && language !== 'console') return []
    const next = fences[n + 1]
    const between = next && markdown.slice(fence.index + fence[0].length, next.index)
    const follows = language === 'sh' && next?.[1] === 'text' && between?.trim() === ''
    return {
      language,
      line: lineAt(markdown, fence.index),
      section: headingBefore(markdown, fence.index),
      commands,
      printed: follows ? next[2] : undefined,
    }
  })
}

/** The commands of a `console` block. A line goes on behind a backslash at its end, or behind the prompt `> `. */
export const consoleSteps = ({ commands }: CommandBlock): readonly ConsoleStep[] => {
  const hasPrompts = /^\$ /m.test(commands)
  const steps: { typed: string[]; printed: string[] }[] = []
  for (const line of commands.trimEnd().split('\n')) {
    const last = steps.at(-1)
    const goesOn = last?.printed.length === 0 && (line.startsWith('> ') || last.typed.at(-1)?.endsWith('\\'))
    if (last && goesOn) last.typed.push(line.replace(/^> /, ''))
    else if (!hasPrompts || line.startsWith('$ ')) steps.push({ typed: [line.replace(/^\$ /, '')], printed: [] })
    else last?.printed.push(line)
  }
  return steps.map(({ typed, printed }) => ({ command: typed.join('\n'), printed: printed.join('\n') }))
}

/** Without the white space that JSON allows between its tokens: a page may break lines where the gateway doesn't. */
const condensed = (text: string): string =>
  text.replaceAll(/("(?:[^"\\]|\\.)*")|\s+/g, (_, literal: string | undefined) => literal ?? '')

/** Tells if a program printed the output that a page shows, apart from white space and from places marked `…`. */
export const isPrinted = (shown: string, printed: string): boolean => {
  const parts = condensed(shown).split('…').map(RegExp.escape)
  return new RegExp(`^${parts.join('[^]*?')}$`).test(condensed(printed))
}
