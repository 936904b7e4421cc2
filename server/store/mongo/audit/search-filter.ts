import { type EntrySearch, searchedMembers, severalOf } from '@patchbay/core/store'
import type { Document } from 'mongodb'
import { equalText, requireText } from '../engine/text.ts'

/** The expression for a text that contains this one: only the letters of ASCII have no case, as in the embedded store. */
const buildPattern = (text: string): string =>
  requireText(text)
    .replaceAll(/[^\p{L}\p{N}]/gu, '\\$&')
    .replaceAll(/[A-Za-z]/g, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`)

const contains = (member: string, text: string): Document => ({
  [member === 'id' ? '_id' : member]: { $regex: buildPattern(text) },
})

const isOneOf = (member: string, values: readonly string[]): Document => ({
  [member]: { $in: values.map(requireText) },
})

/** The conditions of a search as filters: all of them hold for an entry for which `matchesSearch` is true. */
export const buildSearchFilters = (search: EntrySearch): Document[] => {
  const { anyOf = {}, labelled, providers, statuses, overMs, reasons = [], words = [], none = [] } = search
  return [
    ...severalOf.flatMap((member) => (anyOf[member] === undefined ? [] : [isOneOf(member, anyOf[member])])),
    ...(labelled === undefined ? [] : [isOneOf('token_id', labelled)]),
    ...(providers === undefined
      ? []
      : [
          {
            $or: providers.flatMap((id) => [
              { key: equalText(id) },
              { key: { $gte: requireText(`${id}/`), $lt: requireText(`${id}0`) } },
            ]),
          },
        ]),
    ...(statuses === undefined
      ? []
      : [{ $or: statuses.map(([least, most]) => ({ status: { $gte: least, $lte: most } })) }]),
    ...(overMs === undefined ? [] : [{ duration_ms: { $gt: overMs } }]),
    ...reasons.map((text) => contains('reason', text)),
    ...words.map(({ text, tenants, tokens }) => ({
      $or: [
        ...searchedMembers.map((member) => contains(member, text)),
        isOneOf('tenant', tenants),
        isOneOf('token_id', tokens),
      ],
    })),
    ...none.map((unwanted) => ({ $nor: [{ $and: buildSearchFilters(unwanted) }] })),
  ]
}
