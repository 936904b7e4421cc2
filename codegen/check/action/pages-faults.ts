import type { ActionEffect, Pages } from '@patchbay/core/provider'
import { type Fault, faultsAt } from '../faults/fault.ts'
import { pagesMemberFaults } from '../faults/members.ts'

const kinds: readonly Pages['kind'][] = ['cursor', 'page', 'offset', 'link']
const pointers = ['items', 'next', 'lastItem', 'more', 'total', 'shapedItems']
/** The places that may be headers of the answer, too. */
const mayBeHeaders = ['next', 'total']

export const pagesFaults = (pages: Pages, effect: ActionEffect, params: object): Fault[] => {
  if (!kinds.includes(Object(pages).kind)) {
    return faultsAt(['pages'], ['`pages` is of an unknown kind: use cursor(...), page(...), offset(...) or link(...)'])
  }
  const limit = Object(Reflect.get(params, 'limit')) as Record<string, unknown>
  return [
    ...pagesMemberFaults(pages),
    ...pointers.flatMap((name) => faultsAt(['pages', name], pointerFaults(name, Reflect.get(pages, name)))),
    ...faultsAt(
      ['pages'],
      effect.kind === 'write' ? ['a write has `pages`, but only reads are paged: remove them'] : [],
    ),
    ...faultsAt(
      ['params', 'limit'],
      pages.size && limit.type !== 'integer'
        ? ['`pages.size` is filled from `limit`, which is not an integer: leave `limit` out; it is added for you']
        : [],
    ),
    ...faultsAt(['pages'], pages.size ? sizeFaults(pages.size) : []),
    ...goOnFaults(pages),
  ]
}

const pointerFaults = (name: string, pointer: unknown): string[] => {
  if (pointer === undefined && name !== 'items') return []
  const isHeader = mayBeHeaders.includes(name) && /^header:[\w-]+$/.test(String(pointer))
  return isHeader || (typeof pointer === 'string' && (pointer === '' || pointer.startsWith('/')))
    ? []
    : [`\`pages.${name}\` is ${JSON.stringify(pointer)}: write its place in the answer, like '/data/items'`]
}

const sizeFaults = ({ max, default: usual = max }: NonNullable<Pages['size']>): string[] =>
  Number.isInteger(max) && Number.isInteger(usual) && usual >= 1 && usual <= max
    ? []
    : ['`pages.size` is not a size: write a whole number as `max`, and one from 1 to that as `default`']

const goOnFaults = (pages: Pages): Fault[] => {
  if (pages.kind !== 'cursor' || pages.next !== undefined) return []
  return pages.lastItem !== undefined && pages.more !== undefined
    ? []
    : faultsAt(['pages'], ['`pages` has no cursor: write `next`, its place in the answer, or `lastItem` and `more`'])
}
