import { type AnyAction, type Pages, type Placed, placeParameters } from '@patchbay/core/provider'
import { pointerToken } from '@patchbay/core/schema'
import { type Fault, faultsAt } from '../faults/fault.ts'

/** The faults of the names under which an action's parameters are sent. */
export const wireFaults = (action: AnyAction, inRoute: readonly string[]): Fault[] => {
  const { definition, params, pages, route } = action
  if (definition === undefined) return []
  const [method = ''] = route.split(' ')
  const placed = placeParameters({ method, names: inRoute }, Object.keys(params), definition)
  const paging = placed.flatMap((one) => pagingFaults(one, pages, definition))
  return paging.length > 0 ? paging : clashes(placed, action)
}

/** A parameter at the place where `pages` writes the size or the cursor. */
const pagingFaults = (
  { name, as }: Placed,
  pages: Pages | undefined,
  { in: places, rename }: AnyAction['definition'],
): Fault[] => {
  if (!pages) return []
  if (name !== 'limit' && pages.size?.into === as) {
    const whence =
      rename?.[name] === undefined ? `\`${name}\` is` : `\`rename\` sends \`${name}\` as \`${as}\`, which is`
    return faultsAt(rename?.[name] === undefined ? ['params', name] : ['rename', name], [
      `${whence} what \`pages.size\` fills: remove \`${name}\`, as callers give \`limit\``,
    ])
  }
  const fills = (name === 'limit' && pages.size !== undefined) || ('into' in pages && pages.into === as)
  if (!fills || places?.[name] === undefined) return []
  return faultsAt(
    ['in', name],
    [
      `\`in\` places \`${name}\`, which \`pages\` fills: remove it, and write \`in: 'query'\` in \`pages\` if it goes there`,
    ],
  )
}

/** The members that a parameter becomes, as JSON pointers: one, or those of an object that is exploded. */
const toPointers = ({ name, place, as }: Placed, { definition, params }: AnyAction): string[] => {
  const members = Object(Object(params)[name]).properties as object | undefined
  if (definition.styles?.[name] === 'explode' && members)
    return Object.keys(members).map((own) => `/${pointerToken(own)}`)
  if (as.startsWith('/')) return [as]
  return [`/${pointerToken(place === 'header' ? as.toLowerCase() : as)}`]
}

const overlap = (one: string, other: string): boolean =>
  one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`)

/** Two parameters that become one member: only one of them would be sent. */
const clashes = (placed: readonly Placed[], action: AnyAction): Fault[] => {
  const { rename } = action.definition
  return placed.flatMap((later, index) => {
    const own = toPointers(later, action)
    const other = placed
      .slice(0, index)
      .find(
        (earlier) =>
          earlier.place === later.place &&
          toPointers(earlier, action).some((pointer) => own.some((mine) => overlap(pointer, mine))),
      )
    if (!other) return []
    const { name } = rename?.[later.name] === undefined && rename?.[other.name] !== undefined ? other : later
    return faultsAt(rename?.[name] === undefined ? ['params', name] : ['rename', name], [
      `\`${other.name}\` and \`${later.name}\` are both sent as \`${later.as}\` in the ${later.place}: give one of them another name with \`rename\``,
    ])
  })
}
