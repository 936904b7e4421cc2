import { findKeyPlace, type IdempotencyKeyPlace } from '@patchbay/core/provider'
import type { Domain } from '@patchbay/core/schema'
import { lastingNames } from '../../domain-of.ts'
import { codes, markdownTable } from './markdown-table.ts'

const units = { h: 'hour', m: 'minute', s: 'second' } as const

/** `2 hours`, of a vendor whose pages say so. */
const describeLife = ({ keptFor }: IdempotencyKeyPlace): string => {
  const [, count, unit] = /^(\d+)([hms])$/.exec(keptFor ?? '') ?? []
  return unit ? `${count} ${units[unit as keyof typeof units]}${count === '1' ? '' : 's'}` : 'not said'
}

const namePlace = ({ header, query, body }: IdempotencyKeyPlace): string => {
  if (header) return `header \`${header}\``
  return query ? `query \`${query}\`` : `body \`${body?.slice(1)}\``
}

const describePlace = (place: IdempotencyKeyPlace): string =>
  `${namePlace(place)}${place.max === undefined ? '' : `, up to ${place.max} characters`}`

/** Writes that the vendor itself deduplicates by a key, and writes that the gateway looks for after a lost answer. */
export const knownWrites = (registry: readonly Domain[]): string =>
  markdownTable(
    ['provider', 'takes a key in', 'of its writes', 'keeps it for', 'looked for when the answer was lost'],
    registry.flatMap(({ provider: { id, title }, source }) => {
      const names = lastingNames(source, 'write')
      const places = names.flatMap((name) => {
        const effect = source.action(name)?.effect
        return (effect && findKeyPlace(effect)) ?? []
      })
      const confirmed = names.filter((name) => source.action(name)?.confirm)
      if (places.length === 0 && confirmed.length === 0) return []
      const [place] = places
      const key = place
        ? [describePlace(place), `${places.length} of ${names.length}`, describeLife(place)]
        : ['', '', '']
      return [[`[${title}](providers/${id}.md)`, ...key, codes(confirmed)]]
    }),
  )
