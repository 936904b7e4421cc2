import type { AnyAction } from '../../provider/index.ts'
import { isReservedParameter } from '../body.ts'

/** The names of parameters that every vendor's models take; Gemini's take the fewest: https://ai.google.dev/api/caching#Schema */
const everywhere = /^[A-Za-z_]\w{0,63}$/

export const isNameForModels = (name: string): boolean => everywhere.test(name)

/** A name with underscores in place of what no model takes: `page-size` becomes `page_size`. Empty, if nothing is left. */
export const fitNameForModels = (name: string, longest = 64): string => {
  const words = name
    .normalize('NFKD')
    .replaceAll(/\W+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
  return (/^\d/.test(words) ? `_${words}` : words).slice(0, longest)
}

/** Leaves room for what tells two names apart. */
const longestBase = 50

type Members = Readonly<Record<string, unknown>>

const none: ReadonlyMap<string, string> = new Map()
const shownNames = new WeakMap<Members, ReadonlyMap<string, string>>()

const findShownNames = (params: Members): ReadonlyMap<string, string> => {
  const unfit = Object.keys(params).filter((name) => !isNameForModels(name))
  if (unfit.length === 0) return none
  const shown = new Map<string, string>()
  const isFree = (name: string): boolean =>
    name !== '' && !isReservedParameter(name) && !Object.hasOwn(params, name) && ![...shown.values()].includes(name)
  for (const name of unfit) {
    const fit = fitNameForModels(name.toLowerCase(), longestBase)
    let tried = fit
    for (let count = 1; !isFree(tried); count++)
      tried = ['vendor', fit, count > 1 ? count : ''].filter(Boolean).join('_')
    shown.set(name, tried)
  }
  return shown
}

/** The names by which tools show parameters whose own name not all models take: those of imports before version 0.3, and of authors. */
export const shownParameterNames = (params: Members): ReadonlyMap<string, string> => {
  const ownNames = shownNames.get(params) ?? findShownNames(params)
  shownNames.set(params, ownNames)
  return ownNames
}

/** The name that imports of earlier versions made of a document's, with its hyphens and the case of a header. */
const formerName = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/[^a-zA-Z0-9_-]+/g, '_')
    .replaceAll(/^[_-]+|[_-]+$/g, '')
    .slice(0, 56)

/**
 * Further names of parameters, each with the own name: those that tools show, and those that imports of earlier versions gave them.
 * `documentNames`: the names in the document, by the parameters' own. `undefined`: there are none.
 */
export const listOtherNames = (
  params: Members,
  documentNames: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> | undefined => {
  const shown = [...shownParameterNames(params)].map(([own, name]) => [name, own] as const)
  const former = Object.entries(documentNames).map(([own, name]) => [formerName(name), own] as const)
  const others = [...former, ...shown].filter(([name]) => !Object.hasOwn(params, name) && !isReservedParameter(name))
  return others.length > 0 ? Object.fromEntries(others) : undefined
}

/** A call's parameters by their own names. The same object if they have these already. */
export const readOtherNames = <T extends Members>(members: T, { otherNames }: Pick<AnyAction, 'otherNames'>): T => {
  if (!otherNames || !Object.keys(members).some((name) => Object.hasOwn(otherNames, name))) return members
  return Object.fromEntries(
    Object.entries(members).map(([name, value]) => {
      const own = Object.hasOwn(otherNames, name) ? otherNames[name] : undefined
      return [own !== undefined && !Object.hasOwn(members, own) ? own : name, value]
    }),
  ) as T
}
