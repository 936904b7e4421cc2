import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { ActionKind } from '@patchbay/core/provider'
import type { FindableDomain } from '@patchbay/core/schema'
import { splitWords, toTerm } from '../../../core/schema/find/words/words.ts'

/**
 * The input of `find_actions` for 200 imported providers, so that a test can look for the phrases without the 400 MB of
 * their documents. A description is reduced to the words that count, each once and by the alphabet: the index takes no
 * more from it, and no vendor's text is kept.
 */
export const listingFile = join(import.meta.dirname, 'listing.jsonl.gz')

type Row = readonly [
  name: string,
  kind: ActionKind,
  description: string,
  path: string,
  parameters: string,
  isDeprecated: 0 | 1,
]

interface ListedProvider {
  readonly id: string
  readonly title: string
  /** True without an overlay: then tools list all actions, or none if there are many. */
  readonly listsAll: boolean
  readonly actions: readonly Row[]
}

const sortWords = (texts: readonly string[]): string =>
  [...new Set(texts.flatMap(splitWords).filter((word) => toTerm(word) !== undefined))].toSorted().join(' ')

const listProvider = ({ provider: { id, title }, source }: FindableDomain): ListedProvider => {
  const words = source.words()
  const { length = words.length } = source.listed ?? []
  if (![0, words.length].includes(length)) throw new Error(`${id} lists some of its actions`)
  return {
    id,
    title,
    listsAll: length > 0,
    actions: words.map(({ name, description, synonyms, parameters, path = '', isDeprecated }): Row => {
      const kind = source.kind(name)
      if (!kind || synonyms.length > 0) throw new Error(`${id}.${name} has what a listing has no room for`)
      return [name, kind, sortWords([description]), path, sortWords(parameters), isDeprecated ? 1 : 0]
    }),
  }
}

export const packListing = (domains: Iterable<FindableDomain>): Uint8Array<ArrayBuffer> => {
  const lines = [...domains].map((domain) => `${JSON.stringify(listProvider(domain))}\n`)
  return gzipSync(lines.join(''), { level: 9 })
}

const toDomain = ({ id, title, listsAll, actions }: ListedProvider): FindableDomain => {
  const kinds = new Map(actions.map(([name, kind]) => [name, kind]))
  return {
    provider: { id, title },
    source: {
      listed: listsAll ? [...kinds.keys()] : [],
      kind: (name) => kinds.get(name),
      words: () =>
        actions.map(([name, , description, path, parameters, isDeprecated]) => ({
          name,
          description,
          synonyms: [],
          parameters: [parameters],
          path,
          isDeprecated: isDeprecated === 1,
        })),
    },
  }
}

export const unpackListing = (packed: Uint8Array<ArrayBuffer>): ReadonlyMap<string, FindableDomain> => {
  const lines = gunzipSync(packed).toString().trimEnd().split('\n')
  const providers = lines.map((line) => JSON.parse(line) as ListedProvider)
  return new Map(providers.map((provider) => [provider.id, toDomain(provider)]))
}

export const readListing = (): ReadonlyMap<string, FindableDomain> => unpackListing(readFileSync(listingFile))
