import type { AnswerKind } from '@patchbay/core/provider'
import { below, followReferences, isNode, type Node, toNode } from '../read/node.ts'
import type { Operation } from '../read/operations.ts'
import { onlyValue } from './parameters.ts'

/** A media type with its parameters: `application/vnd.vendor+json;version=2`. */
const mediaType = /^[\w.+-]{1,100}\/[\w.+-]{1,100}(?: *; *[\w-]{1,50}=(?:"[\w .+-]{0,50}"|[\w.+-]{1,50})){0,4}$/
const isPlainJson = (media: string): boolean => /^(?:application|text)\/json *(?:; *charset *=[^;]*)?$/i.test(media)

/** True for what can be sent as the type of a body or of an answer. */
export const isSentMediaType = (text: string): boolean => mediaType.test(text)

/** The only type that a declared `Accept` may have, or its default. The standard ignores such parameters (OpenAPI 3.1, 4.8.12.1). */
const readParameter = (root: Node, { parameters }: Operation): string | undefined => {
  const parameter = parameters.find(({ node }) => node.in === 'header' && String(node.name).toLowerCase() === 'accept')
  if (!parameter) return undefined
  const schema = followReferences(root, parameter.node.schema, '')?.node
  const value = onlyValue(root, parameter.node.schema) ?? schema?.default
  return typeof value === 'string' ? value : undefined
}

/** The first type of JSON of the successful answers, if none is JSON by its plain name. */
const readResponses = (root: Node, { node }: Operation): string | undefined => {
  const declared = Object.entries(toNode(node.responses)).flatMap(([status, value]) => {
    const response = /^2/.test(status) ? followReferences(root, value, below('/responses', status)) : undefined
    return isNode(response?.node.content) ? Object.keys(response.node.content) : []
  })
  return declared.some((media) => isPlainJson(media) || media.startsWith('*'))
    ? undefined
    : declared.find((media) => /\bjson\b/i.test(media))
}

/**
 * The type that a request for JSON has to ask for; `undefined`: `application/json`. Some vendors answer 406 or another version to anything
 * but the type that their document names.
 */
export const readAccept = (root: Node, operation: Operation, answer: AnswerKind | undefined): string | undefined => {
  if (answer !== undefined && answer !== 'any') return undefined
  const media = readParameter(root, operation) ?? (answer === undefined ? readResponses(root, operation) : undefined)
  return media !== undefined && isSentMediaType(media) && /\bjson\b/i.test(media) && !isPlainJson(media)
    ? media
    : undefined
}
