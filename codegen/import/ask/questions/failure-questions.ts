import { call } from '../../../source/expression.ts'
import type { Imported } from '../../convert/to-slice.ts'
import { readTypes } from '../../read/keywords.ts'
import { below, type Node, resolveNode, toList, toNode } from '../../read/node.ts'
import type { Question } from '../question.ts'

/** Members of errors that hold a sentence, the best first. */
const sentences = [
  'message',
  'error_description',
  'error_message',
  'detail',
  'description',
  'title',
  'msg',
  'reason',
  'error',
]

/** Members of errors that hold another error, or a list of them. */
const containers = ['error', 'errors', 'fault', 'detail', 'details', 'data', 'meta', 'response']

const deepest = 3

/** The members of an object, with those of the schemas that it is made of. */
const membersOf = (root: Node, schema: Node, depth = 0): Node => {
  const parts = depth < deepest ? [schema.allOf, schema.anyOf, schema.oneOf].flatMap(toList) : []
  const inner = parts.map((part) => membersOf(root, resolveNode(root, part), depth + 1))
  return Object.assign({}, ...inner, toNode(schema.properties))
}

const isText = (root: Node, value: unknown): boolean => readTypes(resolveNode(root, value))?.includes('string') ?? false

/** The place of the sentence in an error, by the document. */
const findSentence = (root: Node, value: unknown, pointer = '', depth = 0): string | undefined => {
  const schema = resolveNode(root, value)
  const members = membersOf(root, schema)
  const own = sentences.find((name) => Object.hasOwn(members, name) && isText(root, members[name]))
  if (own !== undefined) return below(pointer, own)
  if (depth >= deepest) return undefined
  if (schema.items !== undefined) return findSentence(root, schema.items, below(pointer, 0), depth + 1)
  for (const name of containers) {
    const sentence = Object.hasOwn(members, name)
      ? findSentence(root, members[name], below(pointer, name), depth + 1)
      : undefined
    if (sentence !== undefined) return sentence
  }
  return undefined
}

/** The sentences of an operation's declared errors. */
const sentencesOf = (root: Node, { operation }: Imported): string[] =>
  Object.entries(toNode(operation.node.responses)).flatMap(([status, value]) => {
    if (!/^(?:[45]|default)/.test(status)) return []
    const content = toNode(resolveNode(root, value).content)
    const json = Object.keys(content).find((media) => /json/.test(media))
    const sentence = json === undefined ? undefined : findSentence(root, toNode(content[json]).schema)
    return sentence === undefined ? [] : [sentence]
  })

/** The most places that are read one after the other. */
const mostPlaces = 3

/** A list of problems where others have a text, as FastAPI's `detail`: errors that it doesn't declare have the text. */
const withTexts = (pointers: readonly string[]): string[] => [
  ...new Set(pointers.flatMap((pointer) => (pointer === '/detail/0/msg' ? [pointer, '/detail'] : [pointer]))),
]

/** The question where the vendor's errors have their message, by the errors that the document declares. */
export const failureQuestions = (root: Node, actions: readonly Imported[]): Question[] => {
  const sentences = actions.map((one) => sentencesOf(root, one))
  const counts = [...Map.groupBy(sentences.flat(), (pointer) => pointer)].toSorted(
    ([, a], [, b]) => b.length - a.length,
  )
  const [first] = counts
  if (!first) return []
  const declaring = sentences.filter((pointers) => pointers.length > 0).length
  const pointers = withTexts(counts.slice(0, mostPlaces).map(([pointer]) => pointer))
  return [
    {
      id: 'failure',
      question: 'Where do errors say what is wrong?',
      guess: pointers.join(', '),
      reason: `the errors that ${declaring} of ${actions.length} operations declare have a text there`,
      meanwhile: 'the message of an error is its status, and the body is in `details`',
      overlay: { failure: call('messageAt', ...pointers) },
      isSure: declaring * 2 >= actions.length,
    },
  ]
}
