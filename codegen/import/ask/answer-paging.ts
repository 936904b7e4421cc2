import type { Node } from '../read/node.ts'
import { type AnswerMember, itemsAreObjects, pagingContainer } from './answer-members.ts'

const nextCursors =
  /^(?:next|next_?(?:page_?)?(?:token|cursor|offset|id|key)?|(?:page_?|pagination_?)?(?:token|cursor)|end_?cursor|continuation_?token|bookmark|marker)$/i
const nextUrls = /^(?:@?(?:odata\.)?next_?(?:page_?)?(?:link|url|uri|href)?|href|url|uri)$/i
const moreNames = /^(?:has_?more(?:_items)?|has_?next(?:_?page)?|more|is_?truncated)$/i
const itemTotals =
  /^(?:total|total_?(?:count|items|results|records|size|elements|rows)|(?:items?|results?|records?)_?(?:count|total))$/i
const pageTotals = /^(?:total_?pages|pages?_?(?:count|total)|num_?pages|pages|last_?page|number_?of_?pages)$/i
const listNames = /^(?:data|items|results?|values?|records|entries|list|content|rows|hits|matches)$/i

type AnswerMembers = readonly AnswerMember[]

const last = ({ steps }: AnswerMember): string => steps.at(-1) ?? ''
const above = ({ steps }: AnswerMember): readonly string[] => steps.slice(0, -1)
const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
const saysNext = ({ steps }: AnswerMember): boolean => steps.some((step) => /next/i.test(step))

const isUrl = ({ schema, kind, steps }: AnswerMember): boolean =>
  (kind === 'text' || kind === 'unknown') &&
  (/^ur[il]/.test(String(schema.format)) ||
    steps.some((step) => /link|url|uri|href/i.test(step)) ||
    /\b(?:url|uri|link|path)\b/i.test(String(schema.description)) ||
    /^https?:/.test(String(schema.example)))

/** The list of the answer: the answer itself, or the outer list that the path names, that has a usual name, or that is the first one. */
export const listIn = (root: Node, members: AnswerMembers, path: string): AnswerMember | undefined => {
  const lists = members.filter(({ kind }) => kind === 'list')
  const outer = lists.filter(({ steps }) => steps.length === lists[0]?.steps.length)
  const step = path.split('/').findLast((part) => part !== '' && !part.includes('{')) ?? ''
  return (
    outer.find((list) => plain(last(list)) === plain(step)) ??
    outer.find((list) => listNames.test(last(list))) ??
    outer.find((list) => itemsAreObjects(root, list)) ??
    outer[0]
  )
}

/** The members beside the list, or in a container for data about pages. */
export const besideList = (members: AnswerMembers, list: AnswerMember | undefined): AnswerMembers => {
  const parents = list ? above(list) : []
  return members.filter((member) => {
    const isBeside = parents.every((step, index) => above(member)[index] === step)
    return above(member)
      .slice(isBeside ? parents.length : 0)
      .every((step) => pagingContainer.test(step))
  })
}

/**
 * Finds the next page's cursor for the parameter `into`. The best matches have the parameter's own name below `next`,
 * or a name that says `next`. `isCursor`: the parameter is a cursor by its name, so other names may mean the next page
 * as well.
 */
export const cursorIn = (members: AnswerMembers, into: string, isCursor: boolean): AnswerMember | undefined => {
  const open = members.filter((member) => ['text', 'number', 'unknown'].includes(member.kind) && !isUrl(member))
  const isSame = (member: AnswerMember): boolean => plain(last(member)) === plain(into)
  const next =
    open.find((member) => isSame(member) && saysNext(member)) ??
    open.find((member) => nextCursors.test(last(member)) && saysNext(member))
  if (next || !isCursor) return next
  return (
    open.find((member) => isSame(member) && above(member).length > 0) ??
    open.find((member) => nextCursors.test(last(member)))
  )
}

/** True for a list with a name that lists have: `items`, `results`. */
export const isUsualList = (list: AnswerMember): boolean => listNames.test(last(list))

/** Finds the URL of the next page. `isOnly`: no parameter could take anything else that says `next`. */
export const urlIn = (members: AnswerMembers, isOnly: boolean): AnswerMember | undefined =>
  members.find((member) => nextUrls.test(last(member)) && saysNext(member) && isUrl(member)) ??
  (isOnly ? members.find((member) => /^next$/i.test(last(member)) && member.kind === 'text') : undefined)

/** Finds the total number of items, or of pages. */
export const totalIn = (members: AnswerMembers, counted: 'items' | 'pages'): AnswerMember | undefined =>
  members.find(
    (member) => member.kind === 'number' && (counted === 'items' ? itemTotals : pageTotals).test(last(member)),
  )

const nextCursorHeaders = /(?:^|-)(?:continuation|next)(?:-?(?:page|cursor|token|key|marker|page-token))?$/
const itemTotalHeaders = /(?:^|-)total(?:-?(?:count|items|results|records|elements))?$/
/** The vendor's bound of calls is no total of a list. */
const limitHeaders = /limit|quota/
const pageTotalHeaders = /(?:^|-)(?:total-?pages|pages?-?(?:count|total)|page-?count)$/

/** Finds the header that names the next cursor. */
export const cursorHeaderIn = (headers: readonly string[]): string | undefined =>
  headers.find((name) => nextCursorHeaders.test(name))

/** Finds the header with the total number of items, or of pages. */
export const totalHeaderIn = (headers: readonly string[], counted: 'items' | 'pages'): string | undefined =>
  headers.find(
    (name) => (counted === 'items' ? itemTotalHeaders : pageTotalHeaders).test(name) && !limitHeaders.test(name),
  )

/** Finds the member that says whether there is more. */
export const moreIn = (members: AnswerMembers): AnswerMember | undefined =>
  members.find((member) => member.kind === 'flag' && moreNames.test(last(member)))
