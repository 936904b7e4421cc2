import type { AnswerKind } from '@patchbay/core/provider'
import { below, followReferences, isNode, type Node, toNode } from '../read/node.ts'

/**
 * The kind of an operation's successful answer; `undefined`: JSON. Where the document doesn't say it, or says several, the answer
 * itself does.
 */
export const readAnswerKind = (root: Node, operation: Node): AnswerKind | undefined => {
  const responses = Object.entries(toNode(operation.responses))
  const good = responses.filter(([status]) => /^2/.test(status))
  if (good.length === 0 && responses.some(([status]) => /^3/.test(status) && status !== '304')) return 'location'
  const kinds = (good.length > 0 ? good : responses.filter(([status]) => status === 'default')).flatMap(
    ([status, value]) => {
      const found = followReferences(root, value, below('/responses', status))
      return Object.entries(toNode(found?.node.content)).map(([media, part]) =>
        classifyMedia(root, media.toLowerCase(), part),
      )
    },
  )
  const [kind = 'any', ...others] = new Set(kinds)
  if (others.length > 0) return 'any'
  return kind === 'json' ? undefined : kind
}

const isBinary = (root: Node, part: unknown): boolean =>
  isNode(part) && followReferences(root, part.schema, '')?.node.format === 'binary'

const classifyMedia = (root: Node, media: string, part: unknown): AnswerKind => {
  if (/[/+]json(?:$|[-+;\s])/.test(media)) return 'json'
  if (/^text\/|[/+](?:xml|yaml|x-yaml|csv|javascript|graphql|x-ndjson|jsonl)/.test(media)) return 'text'
  return media.startsWith('*') && !isBinary(root, part) ? 'any' : 'bytes'
}
