import type { AnswerKind } from '@patchbay/core/provider'
import { below, followed, isNode, type Node, nodeOf } from './node.ts'
import { mayBe } from './parameters.ts'

/** What an operation answers when all is well; `undefined`: JSON, or nothing at all. */
export const answerOf = (root: Node, operation: Node): AnswerKind | undefined => {
  const responses = Object.entries(nodeOf(operation.responses))
  const good = responses.filter(([status]) => /^2/.test(status))
  if (good.length === 0 && responses.some(([status]) => /^3/.test(status) && status !== '304')) return 'location'
  const contents = (good.length > 0 ? good : responses.filter(([status]) => status === 'default')).flatMap(
    ([status, value]) => {
      const found = followed(root, value, below('/responses', status))
      return Object.entries(nodeOf(found?.node.content)).map(([media, part]) => ({ media: media.toLowerCase(), part }))
    },
  )
  if (contents.length === 0 || contents.some((content) => isJson(root, content))) return undefined
  return contents.every(({ media, part }) => isText(root, media, part)) ? 'text' : 'bytes'
}

const isBinary = (root: Node, part: unknown): boolean =>
  isNode(part) && followed(root, part.schema, '')?.node.format === 'binary'

/** Any type, or none that is known: JSON, unless the schema says that it is bytes or a text. */
const isJson = (root: Node, { media, part }: { readonly media: string; readonly part: unknown }): boolean => {
  if (/[/+]json(?:$|[-+;\s])/.test(media)) return true
  if (!media.includes('*') || media.startsWith('text/') || media.startsWith('image/')) return false
  return isNode(part) && !isBinary(root, part) && !mayBe(root, part.schema, 'string')
}

const isText = (root: Node, media: string, part: unknown): boolean =>
  /^text\/|[/+](?:xml|yaml|x-yaml|csv|javascript|graphql|x-ndjson|jsonl)/.test(media) ||
  (media === '*/*' && !isBinary(root, part) && isNode(part) && mayBe(root, part.schema, 'string'))
