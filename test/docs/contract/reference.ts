import { folded } from '../tables/folded.ts'
import { markdownTable } from '../tables/markdown-table.ts'
import { chapters, functionsOf, type ReferencePage, referencePages, typesOf } from './chapters.ts'
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

/** A summary is HTML. */
const summary = (heading: string): string => heading.replaceAll(/`([^`]+)`/g, '<code>$1</code>')

/** One page of the reference of the plugin contract, made from the docstrings of core/provider. Members are folded: readers look one up. */
export const contractReference = (page: ReferencePage): string =>
  chapters
    .filter((chapter) => (chapter.page ?? referencePages[0]) === page)
    .map((chapter) =>
      [
        `## ${chapter.title}`,
        ...functionsOf(chapter).map(functionText),
        ...typesOf(chapter).map(({ type, members }) => folded(summary(type.heading), memberTable(members))),
      ].join('\n\n'),
    )
    .join('\n\n')
