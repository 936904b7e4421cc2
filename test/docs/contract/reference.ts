import { markdownTable } from '../tables/markdown-table.ts'
import { chapters, functionsOf, typesOf } from './chapters.ts'
import type { Documented } from './docstrings.ts'

const functionText = ({ name, text, examples }: Documented): string =>
  [`### \`${name}\``, '', text, '', '```ts', examples.join('\n'), '```'].join('\n')

/** A code span in a cell stands on one line, between two marks where it holds one. */
const inline = (example: string): string => {
  const line = example.replaceAll(/\s*\n\s*/g, ' ')
  return line.includes('`') ? `\`\` ${line} \`\`` : `\`${line}\``
}

const memberTable = (members: readonly Documented[]): string =>
  markdownTable(
    ['member', 'what it says', 'example'],
    members.map(({ name, required, text, examples }) => [
      required ? `\`${name}\`, required` : `\`${name}\``,
      text,
      examples.map(inline).join('<br>'),
    ]),
  )

/** The reference of the plugin contract in docs/provider-reference.md, made from the docstrings of core/provider. */
export const contractReference = (): string =>
  chapters
    .map((chapter) =>
      [
        `## ${chapter.title}`,
        ...functionsOf(chapter).map(functionText),
        ...typesOf(chapter).map(({ type, members }) => `**${type.heading}**\n\n${memberTable(members)}`),
      ].join('\n\n'),
    )
    .join('\n\n')
