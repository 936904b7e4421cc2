import { deriveClasses } from '@patchbay/core/imported'
import type { ListedTool } from '@patchbay/core/upstream-mcp'
import { namesText } from '../ask/names-text.ts'
import type { Listed, Question } from '../ask/question.ts'
import { listQuestions } from '../ask/questions.ts'
import type { Imported, Result } from '../convert/to-slice.ts'
import type { Node } from '../read/node.ts'
import { pathOfTool } from './to-document.ts'

/** True for questions about documents that don't apply to a list of tools, or that it asks differently. */
const isOfDocuments = ({ id }: Question): boolean =>
  ['origin', 'classes', 'unclassed', 'security', 'sign-in', 'failure', 'limits'].includes(id) || id.startsWith('reads ')

/** One question about all reads: a server's word on what its tools do is a proposal. */
const readQuestion = (names: readonly string[]): Question[] =>
  names.length === 0
    ? []
    : [
        {
          id: 'tools that read',
          question: `Do these tools only read? ${namesText(names)}`,
          guess: 'yes',
          reason: 'the server says so (readOnlyHint), which proves nothing: read what they do',
          meanwhile: 'they are writes: never repeated, never cached, and rules about writes hold for them',
          overlay: { reads: names },
          alternatives: [
            { name: 'yes', overlay: { reads: names } },
            { name: 'no', overlay: { reads: [] } },
          ],
        },
      ]

const classQuestion = (writes: readonly Imported[]): Question[] => {
  const all = writes.map(({ name, action }) => [name, deriveClasses(name, action) ?? []] as const)
  const proposed = all.filter(([, classes]) => classes.length > 0)
  const [first] = all
  if (!first) return []
  const words = proposed.map(([name, classes]) => `${name} (${classes.join(', ')})`)
  return [
    {
      id: 'classes of tools',
      question: `What do the tools do that write? ${words.length > 0 ? `Their names suggest: ${words.slice(0, 20).join(', ')}` : 'Their names don’t show it'}`,
      guess: words.length > 0 ? 'what their names suggest, and more' : 'unknown',
      reason: 'the server names its tools as it likes',
      meanwhile: 'they are unclassed, and careful policies ask before them',
      overlay: { is: Object.fromEntries(proposed.length > 0 ? proposed : [[first[0], []]]) },
    },
  ]
}

/** The questions about a server's tools. */
export const toolQuestions =
  (tools: readonly ListedTool[]) =>
  (root: Node, result: Result, listed?: Listed): Question[] => {
    const hinted = new Set(
      tools.filter(({ annotations }) => annotations?.readOnlyHint === true).map(({ name }) => pathOfTool(name)),
    )
    const isHinted = ({ action }: Imported): boolean => hinted.has(action.path)
    return [
      ...listQuestions(root, result, listed).filter((one) => !isOfDocuments(one)),
      ...readQuestion(result.actions.filter(isHinted).map(({ name }) => name)),
      ...classQuestion(result.actions.filter((one) => !isHinted(one))),
    ]
  }
