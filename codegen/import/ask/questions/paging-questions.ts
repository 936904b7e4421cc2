import type { ObjectExpression } from '../../../source/expression.ts'
import type { Imported } from '../../convert/to-slice.ts'
import type { Node } from '../../read/node.ts'
import { guessPaging, type Paging, pagesCall } from '../paging.ts'
import type { Listed, Question } from '../question.ts'

/** The most kinds of pagination of one document that are shown. */
const mostWays = 3
const kinds: readonly Paging['kind'][] = ['cursor', 'link', 'offset', 'page']

interface PagedAction {
  readonly name: string
  readonly paging: Paging & { readonly isSure: boolean }
}

/** The kinds of pagination, the most usual one first, each with its surest action first. */
const rankPagingWays = (actions: readonly PagedAction[]): readonly PagedAction[][] => {
  const sure = actions.filter(({ paging }) => !paging.isVague)
  const ways = Map.groupBy(sure.length > 0 ? sure : actions, ({ paging: { kind, definition } }) =>
    JSON.stringify([kind, definition.into]),
  )
  return [...ways.values()]
    .toSorted((a, b) => b.length - a.length || rank(a) - rank(b))
    .slice(0, mostWays)
    .map((way) => way.toSorted((a, b) => a.paging.doubts.length - b.paging.doubts.length))
}

const rank = ([first]: readonly PagedAction[]): number => (first ? kinds.indexOf(first.paging.kind) : 0)

/** True if `after` and `limit` are free for the gateway: only the paging parameters themselves have these names. */
const isFreeFor = ({ definition: { into, size } }: Paging, { action: { params } }: Imported): boolean =>
  Object.entries(params).every(
    ([name, { as = name }]) => !['after', 'limit'].includes(name) || [into, Object(size).into].includes(as),
  )

/** The pagination members for lists that an overlay names, where the document leaves no doubt. */
const pagesOfListed = (listed: Listed, actions: readonly PagedAction[]): ObjectExpression => {
  const entries = Object.entries(listed).flatMap(([name, { from, pages, fill = {} }]): [string, ObjectExpression][] => {
    const paging = actions.find((one) => one.name === from)?.paging
    const isOpen = paging?.isSure && pages === undefined && !Object.hasOwn(fill, String(paging.definition.into))
    return isOpen ? [[name, { pages: pagesCall(paging) }]] : []
  })
  return Object.fromEntries(entries)
}

export const pagingQuestions = (root: Node, actions: readonly Imported[], listed: Listed): Question[] => {
  const paged = actions.flatMap((action) => {
    const paging = guessPaging(root, action)
    if (!paging) return []
    return [
      { name: action.name, paging: { ...paging, isSure: paging.doubts.length === 0 && isFreeFor(paging, action) } },
    ]
  })
  const firsts = rankPagingWays(paged).flatMap(([first]) => first ?? [])
  const [first] = firsts
  if (!first) return []
  const ways = firsts.map(({ name, paging }): [string, ObjectExpression] => [
    name,
    { from: name, pages: pagesCall(paging) },
  ])
  const ofListed = pagesOfListed(listed, paged)
  const hasListed = Object.keys(ofListed).length > 0
  const count = paged.length === 1 ? '1 read looks as if it' : `${paged.length} reads look as if they`
  const doubts =
    first.paging.doubts.length > 0 ? `; the document does not say ${first.paging.doubts.join(', and ')}` : ''
  return [
    {
      id: 'paging',
      question: `How are lists paginated? ${count} returned one page of a list`,
      guess: first.paging.kind,
      reason: `${first.name} has ${first.paging.sign}${doubts}`,
      meanwhile: 'each call returns one page, and callers ask for the next page themselves',
      overlay: { actions: hasListed ? ofListed : Object.fromEntries(ways) },
      // If an overlay lists actions, an import lists no others.
      isSure: hasListed || (Object.keys(listed).length === 0 && firsts.every(({ paging }) => paging.isSure)),
    },
  ]
}
