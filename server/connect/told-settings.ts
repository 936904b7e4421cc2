import type { AnyProvider, AuthorizationCode } from '@patchbay/core/provider'
import { at, type Domain } from '@patchbay/core/schema'
import { inWords, UnfitForm } from './fields.ts'

interface SignIn {
  readonly told: AuthorizationCode['tells']
  /** With which the browser came back. */
  readonly query: URLSearchParams
  /** The token endpoint's answer. */
  readonly fields: Readonly<Record<string, unknown>>
  /** What was read with the new token, by URL. */
  readonly reads: ReadonlyMap<string, unknown>
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** The setting in a URL that is an origin of this provider, like Salesforce's `instance_url`. */
export const settingIn = ({ origin }: Pick<AnyProvider, 'origin'>, name: string, url: string): string | undefined => {
  if (typeof origin === 'string') return undefined
  const pattern = origin.literals.map(escaped).reduce((before, literal, index) => {
    const setting = origin.settings[index - 1]
    return `${before}${setting === name ? '([^/]+?)' : '[^/]+?'}${literal}`
  })
  return new RegExp(`^${pattern}/?$`).exec(url)?.[1]
}

/**
 * The settings with those that the sign-in tells. Throws UnfitForm where it doesn't tell one, or tells another than the link is for: then
 * the person signed in at the wrong place.
 */
export const toldSettings = (
  { provider }: Domain,
  settings: Readonly<Record<string, string>>,
  { told = {}, query, fields, reads }: SignIn,
): Readonly<Record<string, string>> => {
  const all = { ...settings }
  for (const [name, { callback, answer, read }] of Object.entries(told)) {
    const body = read === undefined ? fields : reads.get(read)
    const value = callback === undefined ? at(body, answer) : query.get(callback)
    const text = typeof value === 'number' ? `${value}` : value
    if (typeof text !== 'string' || text === '')
      throw new UnfitForm(`${provider.title} did not tell the ${inWords(name)}`)
    const setting = text.startsWith('https://') ? settingIn(provider, name, text) : text
    if (setting === undefined) throw new UnfitForm(`${provider.title} told a ${inWords(name)} of no known form`)
    if (Object.hasOwn(settings, name) && settings[name] !== setting) {
      throw new UnfitForm(`You signed in to another ${inWords(name)} than the one that this link is for`)
    }
    all[name] = setting
  }
  return all
}
