import type { AnyAction, Pages } from '@patchbay/core/provider'
import { replaceAt, at as valueAt } from '@patchbay/core/schema'
import { type Fault, faultsAt } from '../faults/fault.ts'
import { asyncFaults } from '../faults/function-faults.ts'

export const shapeFaults = (action: AnyAction): Fault[] => {
  const asynchronous = asyncFaults('shape', action.shape)
  return asynchronous.length > 0 ? faultsAt(['shape'], asynchronous) : listFaults(action)
}

/**
 * The fault of the place in which `shape` puts a list: callers name the fields of its items. It is found by calling
 * `shape` with an empty list; a shape that fails on one isn't judged.
 */
const listFaults = ({ pages, shape, definition }: AnyAction): Fault[] => {
  if (!pages || typeof shape !== 'function' || definition?.graphql !== undefined) return []
  const shaped = tryShape(shape, pages)
  if (shaped === undefined || Array.isArray(shaped)) return []
  if (Array.isArray(valueAt(shaped, pages.shapedItems ?? pages.items))) return []
  return pages.shapedItems === undefined
    ? faultsAt(
        ['pages'],
        [
          `\`shape\` moves the list away from ${JSON.stringify(pages.items)}: write its new place in \`pages\`, like shapedItems: '/items'`,
        ],
      )
    : faultsAt(
        ['pages', 'shapedItems'],
        [`\`pages.shapedItems\` is ${JSON.stringify(pages.shapedItems)}, but \`shape\` puts no list there`],
      )
}

/** `undefined`: the shape needs more than a list, or makes no object. */
const tryShape = (shape: NonNullable<AnyAction['shape']>, { items }: Pages): unknown => {
  try {
    const shaped = shape(items === '' ? [] : replaceAt({}, items, []), { status: 200, headers: new Headers() })
    return typeof shaped === 'object' && shaped !== null && !(shaped instanceof Promise) ? shaped : undefined
  } catch {
    return undefined
  }
}
