import { call, type Expression, type ObjectExpression } from '../../source/expression.ts'
import type { Imported } from '../convert/to-slice.ts'
import type { Node } from '../read/node.ts'
import { type AnswerMember, answerHeaders, answerMembers, itemsHave } from './answer-members.ts'
import {
  besideList,
  cursorHeaderIn,
  cursorIn,
  isUsualList,
  listIn,
  moreIn,
  totalHeaderIn,
  totalIn,
  urlIn,
} from './answer-paging.ts'
import { isZeroBased, type PageSize, type PagingParameter, pagingParameters } from './paging-parameters.ts'

/** The probable pagination of an operation's list. */
export interface Paging {
  readonly kind: 'cursor' | 'link' | 'offset' | 'page'
  /** The members of the contract's function of that name, as an overlay has them. */
  readonly definition: { readonly items: string; readonly [member: string]: string | number | ObjectExpression }
  /** The evidence in the document. */
  readonly sign: string
  /** True if the document leaves the place of the list or of the next cursor open. */
  readonly isVague: boolean
  /** The parts that are guessed, because the document doesn't show them. */
  readonly doubts: readonly string[]
}

/** The document's hints about one operation. */
interface Signs {
  readonly root: Node
  readonly list: AnswerMember | undefined
  /** The members of the answer that may hold its pagination. */
  readonly members: readonly AnswerMember[]
  /** The names of the answer's headers. */
  readonly headers: readonly string[]
  readonly size: PageSize | undefined
}

const buildPaging = (
  { list, size }: Signs,
  kind: Paging['kind'],
  sign: string,
  how: Readonly<Record<string, string | number>>,
  doubt?: string,
): Paging => {
  const vague = [...(list ? [] : ['where its answer has the list']), ...(doubt === undefined ? [] : [doubt])]
  const guess = size?.from === 'default' ? 'the default' : 'a guess'
  return {
    kind,
    sign,
    definition: {
      items: list?.pointer ?? '/items',
      ...how,
      ...(size && { size: { into: size.into, max: size.max } }),
    },
    isVague: vague.length > 0,
    doubts: [
      ...vague,
      ...(size && size.from !== 'document' ? [`how large a page may be (${size.max} is ${guess})`] : []),
    ],
  }
}

const inAnswer = (into: string, { pointer }: AnswerMember): string =>
  `the parameter ${into}, and ${pointer} in its answer`

const byCursor = (signs: Signs, parameter: PagingParameter | undefined, isCursor: boolean): Paging | undefined => {
  const next = parameter && cursorIn(signs.members, parameter.name, isCursor)
  if (!next) return undefined
  return buildPaging(signs, 'cursor', inAnswer(parameter.name, next), { next: next.pointer, into: parameter.name })
}

const byHeader = (signs: Signs, parameter: PagingParameter | undefined): Paging | undefined => {
  const header = cursorHeaderIn(signs.headers)
  if (!parameter || header === undefined) return undefined
  const sign = `the parameter ${parameter.name}, and the header ${header} of its answer`
  return buildPaging(signs, 'cursor', sign, { next: `header:${header}`, into: parameter.name })
}

/** Vendors that paginate by the id of the last item say whether there is more. */
const byLastItem = (signs: Signs, cursor: PagingParameter | undefined): Paging | undefined => {
  const more = moreIn(signs.members)
  if (!cursor || !more || !signs.list || !itemsHave(signs.root, signs.list, 'id')) return undefined
  const how = { lastItem: '/id', more: more.pointer, into: cursor.name }
  return buildPaging(signs, 'cursor', inAnswer(cursor.name, more), how)
}

const byNumber = (
  signs: Signs,
  kind: 'offset' | 'page',
  parameter: PagingParameter | undefined,
): Paging | undefined => {
  if (!parameter) return undefined
  const counted = kind === 'page' ? 'pages' : 'items'
  const header = totalHeaderIn(signs.headers, counted)
  const total = totalIn(signs.members, counted)?.pointer ?? (header && `header:${header}`)
  return buildPaging(signs, kind, `the parameter ${parameter.name}`, {
    ...(total !== undefined && { total }),
    into: parameter.name,
    ...(kind === 'page' && isZeroBased(parameter) && { first: 0 }),
  })
}

const byUrl = (signs: Signs, isOnly: boolean): Paging | undefined => {
  const url = signs.list && urlIn(signs.members, isOnly)
  return url && buildPaging(signs, 'link', `${url.pointer} in its answer`, { next: url.pointer })
}

/** Names of parameters that may lead to the next page. */
const leadsOn = /after|before|start|cursor|token|page|offset|from|since|until|next|marker|skip/i

/** True for a list that belongs to the one thing of the path, and whose pages would leave out the rest of it. */
const isPartOfOne = (members: readonly AnswerMember[], list: AnswerMember, path: string): boolean => {
  const siblings = members.filter(({ steps }) => steps.length === list.steps.length && steps.length > 0)
  return (
    path.endsWith('}') &&
    !isUsualList(list) &&
    siblings.some(({ steps }) => /^_?(?:id|uuid)$/i.test(steps.at(-1) ?? ''))
  )
}

/** Guesses the pagination of an operation's list from the document; `undefined`: it seems to have none. */
export const guessPaging = (root: Node, imported: Imported): Paging | undefined => {
  const { action, operation } = imported
  const { answer = 'json' } = action
  if ((action.method !== 'GET' && action.effect !== 'read') || (answer !== 'json' && answer !== 'any')) return undefined
  const { cursor, offset, page, size } = pagingParameters(root, imported)
  const all = answerMembers(root, operation)
  const list = listIn(root, all, action.path)
  if (list && isPartOfOne(all, list, action.path)) return undefined
  const headers = answerHeaders(root, operation)
  const signs: Signs = { root, list, size, members: besideList(all, list), headers }
  if (list && headers.includes('link')) return buildPaging(signs, 'link', 'the header Link in its answer', {})
  const sure =
    byCursor(signs, cursor, true) ??
    byCursor(signs, offset?.isText ? offset : undefined, false) ??
    byCursor(signs, page?.isText ? page : undefined, false) ??
    byHeader(signs, cursor) ??
    byLastItem(signs, cursor)
  if (sure) return sure
  const numbered = byNumber(signs, 'offset', offset) ?? byNumber(signs, 'page', page)
  // Numbers with a total go first: callers can read any page, and the total says where the list ends.
  if (numbered?.definition.total !== undefined) return numbered
  const vague = { next: '/next', into: cursor?.name ?? '' }
  return (
    byUrl(signs, !Object.keys(action.params).some((name) => leadsOn.test(name))) ??
    numbered ??
    (cursor && buildPaging(signs, 'cursor', `the parameter ${cursor.name}`, vague, 'where it has the next cursor'))
  )
}

/** The pagination in an overlay's form: `cursor({ items: '/data', next: '/next', into: 'after' })`. */
export const pagesCall = ({ kind, definition }: Paging): Expression => call(kind, definition)
