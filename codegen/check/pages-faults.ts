import type { Effect, Pages } from '@patchbay/core/provider'
import { at, type Fault } from './fault.ts'
import { pagesMemberFaults } from './members.ts'

const kinds: readonly Pages['kind'][] = ['cursor', 'page', 'offset', 'link']
const pointers = ['items', 'next', 'lastItem', 'more', 'total', 'shapedItems']

/** What is wrong with how an action's list goes on. */
export const pagesFaults = (pages: Pages, effect: Effect, params: object): Fault[] => {
  if (!kinds.includes(Object(pages).kind)) {
    return at(['pages'], ['`pages` is of no known kind: use cursor(...), page(...), offset(...) or link(...)'])
  }
  const limit = Object(Reflect.get(params, 'limit')) as Record<string, unknown>
  return [
    ...pagesMemberFaults(pages),
    ...pointers.flatMap((name) => at(['pages', name], pointerFaults(name, Reflect.get(pages, name)))),
    ...at(['pages'], effect.kind === 'write' ? ['a write has `pages`, but only reads are paged: remove them'] : []),
    ...at(
      ['params', 'limit'],
      pages.size && limit.type !== 'integer'
        ? ['`pages.size` is filled from `limit`, which is no integer: leave `limit` out, and it is added']
        : [],
    ),
    ...at(['pages'], pages.size ? sizeFaults(pages.size) : []),
    ...goOnFaults(pages),
  ]
}

const pointerFaults = (name: string, pointer: unknown): string[] => {
  if (pointer === undefined && name !== 'items') return []
  return typeof pointer === 'string' && (pointer === '' || pointer.startsWith('/'))
    ? []
    : [`\`pages.${name}\` is ${JSON.stringify(pointer)}: write where it is in the answer, like '/data/items'`]
}

const sizeFaults = ({ max, default: usual = max }: NonNullable<Pages['size']>): string[] =>
  Number.isInteger(max) && Number.isInteger(usual) && usual >= 1 && usual <= max
    ? []
    : ['`pages.size` is no size: write a whole number as `max`, and one from 1 to that as `default`']

const goOnFaults = (pages: Pages): Fault[] => {
  if (pages.kind !== 'cursor' || pages.next !== undefined) return []
  return pages.lastItem !== undefined && pages.more !== undefined
    ? []
    : at(['pages'], ['`pages` has no cursor: write `next`, where it is in the answer, or `lastItem` and `more`'])
}
