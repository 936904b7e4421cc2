import type { AnyProvider, AuthorizationCode, Pointer, Told } from '@patchbay/core/provider'
import { at, type Domain } from '@patchbay/core/schema'
import { inWords, UnfitForm } from './fields.ts'

export interface SignIn {
  readonly told: AuthorizationCode['tells']
  /** With which the browser came back. */
  readonly query: URLSearchParams
  /** The token endpoint's answer. */
  readonly fields: Readonly<Record<string, unknown>>
  /** What was read with the new token, by URL. */
  readonly reads: ReadonlyMap<string, unknown>
}

/** One of several values that a setting may have. */
export interface Choice {
  readonly value: string
  readonly label: string
}

/** By the names of settings. */
export type Choices = Readonly<Record<string, readonly Choice[]>>

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

const textOf = (value: unknown): string | undefined => {
  const text = typeof value === 'number' ? `${value}` : value
  return typeof text === 'string' && text !== '' ? text : undefined
}

const has = (value: unknown, text: string | undefined): boolean =>
  Array.isArray(value) ? value.includes(text) : value === text

/** The entries of a list that tells a setting; without one: what tells it. Throws UnfitForm where there is no list. */
const entriesOf = ({ list }: Told, body: unknown, missing: string): readonly unknown[] => {
  if (!list) return [body]
  const entries = at(body, list.at)
  if (!Array.isArray(entries)) throw new UnfitForm(missing)
  const only = Object.entries(list.only ?? {})
  return entries.filter((entry) => only.every(([pointer, text]) => has(at(entry, pointer as Pointer), text)))
}

/** What a setting may be, by what the sign-in told. Throws UnfitForm where it told nothing that fits. */
const choicesOf = ({ provider }: Domain, name: string, told: Told, { query, fields, reads }: SignIn): Choice[] => {
  const { title } = provider
  const missing = `${title} did not tell the ${inWords(name)}`
  const choices = new Map<string, Choice>()
  for (const entry of entriesOf(told, told.read === undefined ? fields : reads.get(told.read), missing)) {
    const text = textOf(told.callback === undefined ? at(entry, told.answer) : query.get(told.callback))
    if (text === undefined) throw new UnfitForm(missing)
    const value = text.startsWith('https://') ? settingIn(provider, name, text) : text
    if (value === undefined) throw new UnfitForm(`${title} told a ${inWords(name)} of no known form`)
    const label = told.list?.label === undefined ? undefined : textOf(at(entry, told.list.label))
    choices.set(value, { value, label: label ?? value })
  }
  if (choices.size > 0) return [...choices.values()]
  throw new UnfitForm(`${title} gave access to no ${inWords(name)}: allow the access to one as you sign in again`)
}

/**
 * The settings with those that the sign-in tells, and what the person has to choose from. Throws UnfitForm where it doesn't tell one, or
 * tells another than the link is for: then the person signed in at the wrong place.
 */
export const toldSettings = (
  domain: Domain,
  settings: Readonly<Record<string, string>>,
  signIn: SignIn,
): { readonly settings: Readonly<Record<string, string>>; readonly choices: Choices } => {
  const all = { ...settings }
  const open: Record<string, readonly Choice[]> = {}
  for (const [name, told] of Object.entries(signIn.told ?? {})) {
    const choices = choicesOf(domain, name, told, signIn)
    const [only] = choices
    if (Object.hasOwn(settings, name)) {
      if (!choices.some(({ value }) => value === settings[name]))
        throw new UnfitForm(`You signed in to another ${inWords(name)} than the one that this link is for`)
    } else if (only && choices.length === 1) all[name] = only.value
    else open[name] = choices
  }
  return { settings: all, choices: open }
}

/** The settings with what the person has chosen. Throws UnfitForm for what is not among the choices. */
export const chosenSettings = (
  settings: Readonly<Record<string, string>>,
  choices: Choices,
  form: ReadonlyMap<string, string>,
): Readonly<Record<string, string>> => {
  const chosen = Object.entries(choices).map(([name, among]) => {
    const value = form.get(`setting_${name}`)
    if (value === undefined || !among.some((choice) => choice.value === value))
      throw new UnfitForm(`Choose one as ${inWords(name)}`)
    return [name, value] as const
  })
  return { ...settings, ...Object.fromEntries(chosen) }
}
