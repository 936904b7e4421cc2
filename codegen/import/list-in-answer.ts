import { below, followed, type Node, nodeOf } from './node.ts'
import type { Operation } from './operations.ts'

const nextNames = /^(?:next|next_?page|(?:next_?)?(?:page_?)?(?:token|cursor)|after)$/i
const deepest = 5
/** Names that a terminal shows as they are. */
const plainName = /^[\w.@$/-]{1,60}$/

/** The members of an object, with those of its `allOf`. */
const membersOf = (root: Node, schema: Node, depth = 0): Node => {
  const parts = Array.isArray(schema.allOf) && depth < deepest ? schema.allOf : []
  return Object.assign(
    {},
    ...parts.map((part) => membersOf(root, nodeOf(followed(root, part, '')?.node), depth + 1)),
    nodeOf(schema.properties),
  )
}

const isList = ({ type, items }: Node): boolean => type === 'array' || items !== undefined

const answerOf = (root: Node, { node }: Operation): Node => {
  const responses = nodeOf(node.responses)
  const good = Object.keys(responses).find((status) => status.startsWith('2')) ?? 'default'
  const content = nodeOf(followed(root, responses[good], '')?.node.content)
  const media = Object.keys(content).find((type) => /json|\*\/\*/.test(type)) ?? ''
  return nodeOf(followed(root, nodeOf(content[media]).schema, '')?.node)
}

/** JSON pointers to the list of an operation's answer and to the cursor of the next page, as far as the document shows them. */
export const listInAnswer = (root: Node, operation: Operation): { readonly items?: string; readonly next?: string } => {
  const answer = answerOf(root, operation)
  if (isList(answer)) return { items: '' }
  const members = Object.entries(membersOf(root, answer)).filter(([name]) => plainName.test(name))
  const list = members.find(([, schema]) => isList(nodeOf(followed(root, schema, '')?.node)))
  const next = members.find(([name]) => nextNames.test(name))
  return { ...(list && { items: below('', list[0]) }), ...(next && { next: below('', next[0]) }) }
}
