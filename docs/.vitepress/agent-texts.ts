/** The pages as they are written, for agents: each beside its page, and a list of all in `llms.txt`. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { base, findPages, root } from './pages.ts'

/** The path of a page's text on the site. */
const agentTextOf = (page: string): string => page.replace(/\.md$/, '.txt')

export const writeAgentTexts = (outDir: string): void => {
  const list = [...findPages()].map(([file, page]) => {
    const text = readFileSync(join(root, file), 'utf8')
    writeFileSync(join(outDir, agentTextOf(page)), text)
    const [, title = page] = /^# (.+)$/m.exec(text) ?? []
    return `- [${title}](${base}${agentTextOf(page)})`
  })
  writeFileSync(join(outDir, 'llms.txt'), ['# Patchbay', '', ...list, ''].join('\n'))
}
