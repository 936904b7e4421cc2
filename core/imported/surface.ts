import type { ImportedProvider, Overlay } from '../provider/imported.ts'
import type { Effect } from '../provider/index.ts'
import { kindOf } from './make-action.ts'
import type { Slice } from './slice.ts'

/** The names of all actions, each with its kind. */
export type Surface = readonly (readonly [name: string, kind: Effect['kind']])[]

/** The document's actions that the overlay gives no other name and doesn't hide. */
const others = ({ actions, hide }: Overlay, slice: Slice, written: readonly string[]): string[] => {
  const taken = new Set([...Object.entries(actions).flatMap(([name, { from }]) => [name, from]), ...hide, ...written])
  return Object.keys(slice.actions).filter((name) => !taken.has(name))
}

/**
 * All actions of an imported provider: those written by hand, those that its overlay curates, and the document's others. Throws
 * TypeError if the overlay names an action that the document doesn't have.
 */
export const surfaceOf = ({ id, actions, overlay }: ImportedProvider, slice: Slice): Surface => {
  const written = Object.entries(actions).map(([name, { effect }]) => [name, effect.kind] as const)
  const curated = Object.entries(overlay.actions).map(([name, curation]) => {
    const { from } = curation
    const action = Object.hasOwn(slice.actions, from) ? slice.actions[from] : undefined
    if (!action) throw new TypeError(`the overlay of ${id} takes ${from}, which its document doesn't have`)
    return [name, kindOf(action, curation)] as const
  })
  const rest = others(overlay, slice, Object.keys(actions)).flatMap((name) => {
    const action = slice.actions[name]
    return action ? [[name, kindOf(action)] as const] : []
  })
  return [...written, ...curated, ...rest]
}

/** A surface as one text, which costs little until it is read. */
export const surfaceText = (surface: Surface): string =>
  surface.map(([name, kind]) => (kind === 'read' ? name : `${name}!`)).join(' ')

export const readSurface = (text: string): ReadonlyMap<string, Effect['kind']> =>
  new Map(
    text === ''
      ? []
      : text.split(' ').map((entry) => (entry.endsWith('!') ? [entry.slice(0, -1), 'write'] : [entry, 'read'])),
  )
