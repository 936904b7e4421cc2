import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Slice } from '@patchbay/core/imported'
import { type AnyProvider, isPlaceholderHost } from '@patchbay/core/provider'
import type { Listed, Question } from '../ask/question.ts'

/** The parts of a provider's folder that the import doesn't make. */
export interface ByHand {
  /** Unset: there is none yet, or it can't be loaded. */
  readonly provider?: AnyProvider
  /** `begun`: unchanged since the first import. `behind`: hand-written actions, with the document behind them. */
  readonly state: 'none' | 'begun' | 'curated' | 'behind'
}

export const byHandIn = async (folder: string, guessed: readonly string[] = []): Promise<ByHand> => {
  const entry = join(folder, 'index.ts')
  if (!existsSync(entry)) return { state: 'none' }
  const provider = await loaded(entry)
  const loadedPart = provider && { provider }
  if (!existsSync(join(folder, 'overlay.ts'))) return { ...loadedPart, state: 'behind' }
  return { ...loadedPart, state: provider && isAsImported(provider, guessed) ? 'begun' : 'curated' }
}

/** True if the overlay has only members that an import writes. */
const isAsImported = (provider: AnyProvider, guessed: readonly string[]): boolean => {
  const { id, title, origin, auth, actions, overlay, ...more } = provider
  const { probe, settings, ...others } = more
  const rest = {
    ...others,
    ...(!guessed.includes('probe') && { probe }),
    ...(!guessed.includes('origin') && { settings }),
  }
  const curated = Object.entries(overlay?.actions ?? {}).filter(
    ([name, { from, pages, ...members }]) =>
      !guessed.includes('paging') || from !== name || !pages || Object.keys(members).length > 0,
  )
  return [actions, curated, overlay?.hide, overlay?.reads, overlay?.fill, rest].every((all) =>
    Object.values(all ?? {}).every((value) => value === undefined),
  )
}

const loaded = async (entry: string): Promise<AnyProvider | undefined> => {
  try {
    return (await import(pathToFileURL(entry).href)).default
  } catch {
    // The provider may be unfinished. Codegen reports why it can't be loaded, and which names clash.
    return undefined
  }
}

/** The names that the author gave: the document's actions need others. */
export const namesByHand = ({ provider }: ByHand): string[] => {
  const { actions: curated = {}, hide = [] } = provider?.overlay ?? {}
  const others = Object.entries(curated).flatMap(([name, { from }]) => (name === from ? [] : [name]))
  // A hidden operation keeps its name, because `hide` lists it.
  return [...Object.keys(provider?.actions ?? {}), ...others].filter((name) => !hide.includes(name))
}

/** True if the author has answered the question in the overlay. */
export const isSaid = ({ provider, state }: ByHand, { id, overlay }: Question): boolean => {
  if (overlay === undefined) return false
  // A new overlay has it.
  if (state === 'none') return id === 'sign-in'
  const curated = Object.values(provider?.overlay?.actions ?? {})
  if (state === 'behind') return true
  if (id === 'sign-in') return provider === undefined || provider.auth !== undefined
  if (id === 'origin') {
    const { origin } = provider ?? {}
    if (typeof origin !== 'string') return provider !== undefined
    return state === 'curated' && !isPlaceholderHost(URL.parse(origin)?.host ?? '')
  }
  if (id === 'probe') return provider?.probe !== undefined
  if (id === 'failure' || id === 'limits') return state === 'curated' || provider?.[id] !== undefined
  if (id === 'sunset') return state === 'curated' || Object.keys(provider?.overlay?.sunset ?? {}).length > 0
  if (id === 'paging') return [...curated, ...Object.values(provider?.actions ?? {})].some(({ pages }) => pages)
  const header = id.startsWith('header ') ? id.slice('header '.length) : undefined
  if (header === undefined) return state === 'curated'
  const fills = [provider?.headers, provider?.overlay?.fill, ...curated.map(({ fill }) => fill)]
  return fills.some((values = {}) => Object.hasOwn(values, header))
}

/** The document's actions that the overlay lists, by the names that it gives them. */
export const listedBy = ({ provider }: ByHand): Listed => provider?.overlay?.actions ?? {}

/** Names in the author's files that the document doesn't have (any more), with the place: `get_me (actions.me)`. */
export const findVanishedNames = ({ provider }: ByHand, { actions }: Slice): string[] => {
  const { actions: curated = {}, hide = [] } = provider?.overlay ?? {}
  const names = [
    ...Object.entries(curated).map(([name, { from }]) => [from, `actions.${name}`] as const),
    ...hide.map((name) => [name, 'hide'] as const),
  ]
  return names.flatMap(([name, place]) => (Object.hasOwn(actions, name) ? [] : [`${name} (${place})`]))
}
