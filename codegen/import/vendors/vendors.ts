import type { KnownVendor } from './vendor.ts'
import table from './vendors.json' with { type: 'json' }

/**
 * Every vendor that something is known of, in the order of their names: how its hosts take credentials, and where its documents and MCP
 * servers are. Add to it with the page that you read and the day; `vendors.test.ts` says what is missing.
 */
export const knownVendors = table as unknown as readonly KnownVendor[]

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

const namesOf = ({ name, title, aliases = [] }: KnownVendor): readonly string[] => [name, title, ...aliases]

/** The vendors that somebody may mean by a name: several, where it is one of more. */
export const findVendors = (name: string): readonly KnownVendor[] =>
  knownVendors.filter((vendor) => namesOf(vendor).some((one) => plain(one) === plain(name)))

/** All names that `patchbay add` takes. */
export const vendorNames = (): readonly string[] => [
  ...new Set(knownVendors.flatMap(({ name, aliases = [] }) => [name, ...aliases])),
]

/** The vendors that a search shows: those that have all of its words somewhere. */
export const searchVendors = (words: string): readonly KnownVendor[] => {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  return knownVendors.filter((vendor) => {
    const text = [...namesOf(vendor), ...(vendor.offers ?? []).map(({ address }) => address)].join(' ').toLowerCase()
    return wanted.every((word) => text.includes(word))
  })
}

const signInWords: readonly (readonly [member: 'code' | 'client' | 'key' | 'keys' | 'basic', word: string])[] = [
  ['code', 'OAuth'],
  ['client', 'OAuth of the client'],
  ['key', 'key'],
  ['keys', 'keys'],
  ['basic', 'HTTP Basic'],
]

/** The ways of signing in to a vendor's offer, in words. */
export const signInOf = (
  { facts = [] }: KnownVendor,
  offer?: { readonly kind: string; readonly signIn?: string },
): string => {
  if (offer?.signIn !== undefined) return offer.signIn
  const named = signInWords.filter(([member]) => facts.some((fact) => fact[member] !== undefined))
  return named.length > 0 ? named.map(([, word]) => word).join(' or ') : 'as its document says'
}
