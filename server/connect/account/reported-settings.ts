import { type AuthorizationCode, type Pointer, parseSetting, type ReportedSetting } from '@patchbay/core/provider'
import { at, type Domain } from '@patchbay/core/schema'
import { formatFieldName, UnfitForm } from './fields.ts'

export interface SignIn {
  readonly reported: AuthorizationCode['tells']
  /** The query with which the browser came back. */
  readonly query: URLSearchParams
  /** The token endpoint's answer. */
  readonly fields: Readonly<Record<string, unknown>>
  /** The answers to reads with the new token, by URL. */
  readonly reads: ReadonlyMap<string, unknown>
}

/** One of several values that a setting may have. */
export interface Choice {
  readonly value: string
  readonly label: string
}

/** The choices by the names of settings. */
export type Choices = Readonly<Record<string, readonly Choice[]>>

const toNonEmptyText = (value: unknown): string | undefined => {
  const text = typeof value === 'number' || typeof value === 'bigint' ? `${value}` : value
  return typeof text === 'string' && text !== '' ? text : undefined
}

const has = (value: unknown, text: string | undefined): boolean =>
  Array.isArray(value) ? value.includes(text) : value === text

/**
 * The entries of the list that reports a setting; if none is declared, the answer itself. Throws UnfitForm if the list is missing.
 */
const listEntries = ({ list }: ReportedSetting, body: unknown, missing: string): readonly unknown[] => {
  if (!list) return [body]
  const entries = at(body, list.at)
  if (!Array.isArray(entries)) throw new UnfitForm(missing)
  const only = Object.entries(list.only ?? {})
  return entries.filter((entry) => only.every(([pointer, text]) => has(at(entry, pointer as Pointer), text)))
}

/** The setting in what the vendor reports; `undefined`: it isn't in a form that is known. */
const readSetting = ({ origin }: Domain['provider'], name: string, { values }: ReportedSetting, text: string) => {
  if (!values) return parseSetting(origin, name, text)
  return Object.hasOwn(values, text) ? values[text] : undefined
}

/** The possible values of a setting, as the sign-in reported them. Throws UnfitForm if it reported none that is valid. */
const listChoices = (
  { provider }: Domain,
  name: string,
  setting: ReportedSetting,
  { query, fields, reads }: SignIn,
): Choice[] => {
  const { title } = provider
  const missing = `${title} did not report the ${formatFieldName(name)}`
  const choices = new Map<string, Choice>()
  for (const entry of listEntries(setting, setting.read === undefined ? fields : reads.get(setting.read), missing)) {
    const text = toNonEmptyText(
      setting.callback === undefined ? at(entry, setting.answer) : query.get(setting.callback),
    )
    if (text === undefined) throw new UnfitForm(missing)
    const value = readSetting(provider, name, setting, text)
    if (value === undefined) throw new UnfitForm(`${title} reported a ${formatFieldName(name)} in an unknown form`)
    const label = setting.list?.label === undefined ? undefined : toNonEmptyText(at(entry, setting.list.label))
    choices.set(value, { value, label: label ?? value })
  }
  if (choices.size > 0) return [...choices.values()]
  throw new UnfitForm(
    `${title} did not grant access to any ${formatFieldName(name)}: sign in again and allow access to one`,
  )
}

/**
 * The settings including those that the sign-in reports, and the choices of the person. Throws UnfitForm if the sign-in doesn't
 * report a setting, or reports another value than that of the link: then the person signed in at the wrong place.
 */
export const findReportedSettings = (
  domain: Domain,
  settings: Readonly<Record<string, string>>,
  signIn: SignIn,
): { readonly settings: Readonly<Record<string, string>>; readonly choices: Choices } => {
  const all = { ...settings }
  const open: Record<string, readonly Choice[]> = {}
  for (const [name, setting] of Object.entries(signIn.reported ?? {})) {
    const choices = listChoices(domain, name, setting, signIn)
    const [only] = choices
    if (Object.hasOwn(settings, name)) {
      if (!choices.some(({ value }) => value === settings[name]))
        throw new UnfitForm(`You signed in to another ${formatFieldName(name)} than the one that this link is for`)
    } else if (only && choices.length === 1) all[name] = only.value
    else open[name] = choices
  }
  return { settings: all, choices: open }
}

/** The settings with the person's choices. Throws UnfitForm for a value that is not among the choices. */
export const readChosenSettings = (
  settings: Readonly<Record<string, string>>,
  choices: Choices,
  form: ReadonlyMap<string, string>,
): Readonly<Record<string, string>> => {
  const chosen = Object.entries(choices).map(([name, among]) => {
    const value = form.get(`setting_${name}`)
    if (value === undefined || !among.some((choice) => choice.value === value))
      throw new UnfitForm(`Choose one as ${formatFieldName(name)}`)
    return [name, value] as const
  })
  return { ...settings, ...Object.fromEntries(chosen) }
}
