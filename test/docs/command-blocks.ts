/**
 * The commands of a page and what they print. A block of commands is fenced as `sh`; a block fenced as `text` right behind it
 * is what the commands print, where `…` stands for anything. Commands that need more than this machine are fenced as `console`.
 */

export interface CommandBlock {
  /** The line of its opening fence, for messages. */
  readonly line: number
  /** The heading that it stands under. */
  readonly section: string
  readonly commands: string
  /** The output that the page shows for the commands; `undefined`: they print nothing. */
  readonly printed: string | undefined
}

const fencePattern = /^```(\w*)\n([\s\S]*?)^```$/gm

const lineAt = (markdown: string, index: number): number => markdown.slice(0, index).split('\n').length

const headingBefore = (markdown: string, index: number): string =>
  [...markdown.slice(0, index).matchAll(/^#+ (.+)$/gm)].at(-1)?.[1] ?? ''

/** The blocks fenced as `sh`, in the order of the page. */
export const commandBlocks = (markdown: string): readonly CommandBlock[] => {
  const fences = [...markdown.matchAll(fencePattern)]
  return fences.flatMap((fence, n) => {
    if (fence[1] !== 'sh') return []
    const next = fences[n + 1]
    const between = next && markdown.slice(fence.index + fence[0].length, next.index)
    const follows = next?.[1] === 'text' && between?.trim() === ''
    return {
      line: lineAt(markdown, fence.index),
      section: headingBefore(markdown, fence.index),
      commands: fence[2] ?? '',
      printed: follows ? next[2] : undefined,
    }
  })
}

/** Tells if the page has commands for the reader alone, which no test runs. */
export const hasConsoleBlock = (markdown: string): boolean =>
  [...markdown.matchAll(fencePattern)].some(([, language]) => language === 'console')

/** Without the white space that JSON allows between its tokens: a page may break lines where the gateway doesn't. */
const condensed = (text: string): string =>
  text.replaceAll(/("(?:[^"\\]|\\.)*")|\s+/g, (_, literal: string | undefined) => literal ?? '')

/** Tells if a program printed the output that a page shows, apart from white space and from places marked `…`. */
export const isPrinted = (shown: string, printed: string): boolean => {
  const parts = condensed(shown).split('…').map(RegExp.escape)
  return new RegExp(`^${parts.join('[^]*?')}$`).test(condensed(printed))
}
