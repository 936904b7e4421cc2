import type { MarkdownRenderer } from 'vitepress'

/** Two or more blocks of code in a row, each with a name in brackets behind its language. */
const rows = /(?:^```\w+ \[[^\]\n]+\]\n[\s\S]*?\n```\n\s*?){2,}/gm

/** The same program in several languages: below each other on GitHub, and as tabs here. */
export const withTabs = (text: string): string =>
  text.replaceAll(rows, (row) => `::: code-group\n\n${row.trimEnd()}\n\n:::\n`)

export const codeTabs = (md: MarkdownRenderer): void => {
  md.core.ruler.before('normalize', 'code-tabs', (state) => {
    state.src = withTabs(state.src)
  })
}
