import { sentence } from '../read/describe.ts'
import type { Node } from '../read/node.ts'
import type { Operation } from '../read/operations.ts'
import { splitName } from '../read/words.ts'

const longest = 200

/** True if a text only repeats the names that an operation has anyway: FastAPI makes summaries of function names. */
const saysNoMore = (text: string, { node, path, method }: Operation, name: string): boolean => {
  const words = splitName(text)
  const ownWords = new Set([name, String(node.operationId ?? ''), path, method].flatMap(splitName))
  return words.length < 2 || words.every((word) => ownWords.has(word))
}

/** `List items`, of the name. */
const nameAsText = (name: string): string => {
  const text = name.replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** One sentence about an operation: its summary, or its description where the summary only repeats the name. */
export const describeOperation = (operation: Operation, name: string): string => {
  const { summary, description } = operation.node
  const texts = [sentence(summary, longest), sentence(description, longest)].filter((text) => text !== '')
  return texts.find((text) => !saysNoMore(text, operation, name)) ?? texts[0] ?? nameAsText(name)
}

/** True if the document advises against an operation, in OpenAPI's way or in another. */
export const isDeprecated = ({ deprecated, summary, ...node }: Node): boolean =>
  [deprecated, node['x-deprecated']].some((value) => value === true || value === 'true') ||
  /^\W*deprecated\b/i.test(String(summary ?? ''))
