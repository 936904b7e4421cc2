import {
  type AnyProvider,
  type AuthorizationCode,
  buildEndpoint,
  buildOrigin,
  findAuth,
  findDeclaredOAuth,
  listSecretNames,
} from '@patchbay/core/provider'
import { longestSecret, secretPattern, writeSecrets } from '@patchbay/core/refresh'
import { type Domain, findProblems } from '@patchbay/core/schema'
import Type from 'typebox'
import { Value } from 'typebox/value'
import { pageTexts } from '../../pages/page-texts.ts'

const t = pageTexts.fields

/** One field of the form, for a setting or a secret. */
export interface FormField {
  readonly name: string
  readonly label: string
  readonly hint: string | undefined
  readonly isSecret: boolean
  readonly isRequired: boolean
  readonly value: string
}

/** The fault of the form, in words for the person who filled it in. `field`: the name of the one at fault, if it is one. */
export class UnfitForm extends Error {
  override readonly name = 'UnfitForm'

  constructor(
    message: string,
    readonly field?: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

const abbreviations = /\b(?:id|sid|url|api)\b/g

/** A setting's or secret's name as a label. */
export const formatFieldName = (name: string): string => {
  const words = name.replaceAll(/[_-]+/g, ' ').replace(abbreviations, (word) => word.toUpperCase())
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** True if a setting is needed before the sign-in can report it. */
const isInSignIn = ({ authorize, token }: AuthorizationCode, name: string): boolean =>
  [authorize, token].some((url) => typeof url === 'object' && url.settings.includes(name))

/** True if nobody types a setting, because the sign-in reports it, or reports the settings of an origin that replaces this one. */
const isReportedSetting = ({ auth, origin }: Pick<AnyProvider, 'auth' | 'origin'>, name: string): boolean => {
  const oauth = findDeclaredOAuth(auth, 'authorization_code')
  const reported = Object.keys(oauth?.tells ?? {}).filter((each) => oauth && !isInSignIn(oauth, each))
  const replaced =
    typeof origin === 'object' && origin.instead?.settings.every((setting) => reported.includes(setting))
      ? origin.settings
      : []
  return reported.includes(name) || replaced.includes(name)
}

/** The settings that the provider declares and the link doesn't have yet; `before`: those that the account has. */
export const settingFields = (
  { provider }: Domain,
  ofLink: Readonly<Record<string, string>>,
  form: ReadonlyMap<string, string>,
  before: Readonly<Record<string, string>> = {},
): readonly FormField[] =>
  Object.entries(provider.settings ?? {})
    .filter(([name]) => !Object.hasOwn(ofLink, name) && !isReportedSetting(provider, name))
    .map(([name, schema]) => ({
      name: `setting_${name}`,
      label: formatFieldName(name),
      hint: (schema as { readonly description?: string }).description,
      isSecret: false,
      isRequired: !('~optional' in schema),
      value: form.get(`setting_${name}`) ?? before[name] ?? '',
    }))

/** The secrets that a person gives: none where people sign in at the vendor. They are never sent back to the browser. */
export const secretFields = (
  { auth, credentialFields = {} }: Pick<AnyProvider, 'auth' | 'credentialFields'>,
  form: ReadonlyMap<string, string> = new Map(),
): readonly FormField[] => {
  const kind = findAuth(auth, undefined)
  /** `word`: the name in the provider's `credentialFields`. */
  const field = (name: string, word: string, label: string, isSecret = true): FormField => {
    const words = Object.hasOwn(credentialFields, word) ? credentialFields[word] : undefined
    return {
      name,
      label: words?.label ?? label,
      isSecret,
      isRequired: true,
      hint: words?.hint,
      value: isSecret ? '' : (form.get(name) ?? ''),
    }
  }
  if (!kind || kind.kind === 'none') return []
  if (kind.kind === 'oauth2') {
    return kind.grant === 'client_credentials'
      ? [field('client_id', 'client_id', t.clientId, false), field('client_secret', 'client_secret', t.clientSecret)]
      : []
  }
  const names = listSecretNames(kind)
  if (names) return names.map((name) => field(`secret_${name}`, name, formatFieldName(name)))
  if (kind.kind !== 'basic') return [field('secret', 'key', t.key)]
  const { username, password } = kind
  return [
    ...(username === undefined ? [field('username', 'username', t.userName, false)] : []),
    ...(password === undefined ? [field('password', 'password', t.password)] : []),
  ]
}

/** Without the pattern, because the person who fills in the form may not know regular expressions. */
const describeFault = (label: string, value: string | undefined, schema: object = {}): string => {
  if (value === undefined) return t.missing(label)
  const { description } = schema as { readonly description?: string }
  return description === undefined ? t.notValid(label) : t.notValidBut(label, description)
}

/** Throws UnfitForm for settings that the provider doesn't take. `unreported`: the settings that the sign-in has yet to report. */
export const checkSettings = (
  { provider }: Pick<Domain, 'provider'>,
  settings: Readonly<Record<string, string>>,
  selfHostedHosts: readonly string[],
  unreported: readonly string[] = [],
): void => {
  const declared = Object.entries(provider.settings ?? {})
  const schema = Type.Object(
    Object.fromEntries(declared.map(([name, type]) => [name, unreported.includes(name) ? Type.Optional(type) : type])),
    { additionalProperties: false },
  )
  if (!Value.Check(schema, settings)) {
    const name = findProblems(schema, settings)[0]?.path.slice(1) ?? ''
    const fault = describeFault(formatFieldName(name), settings[name], provider.settings?.[name])
    throw new UnfitForm(fault, `setting_${name}`)
  }
  const oauth = findDeclaredOAuth(provider.auth)
  try {
    if (unreported.length === 0) buildOrigin(provider.origin, settings, selfHostedHosts)
    if (oauth) buildEndpoint(oauth.token, settings, selfHostedHosts)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new UnfitForm(t.noAddress(provider.title))
  }
}

/** The settings of the link and the form: all settings of the account except those that the sign-in reports. Throws UnfitForm. */
export const readSettings = (
  { provider }: Domain,
  ofLink: Readonly<Record<string, string>>,
  form: ReadonlyMap<string, string>,
  selfHostedHosts: readonly string[],
): Readonly<Record<string, string>> => {
  const names = Object.keys(provider.settings ?? {})
  const unreported = names.filter((name) => isReportedSetting(provider, name))
  const settings = { ...ofLink }
  for (const name of names) {
    const value = form.get(`setting_${name}`)?.trim()
    if (!Object.hasOwn(ofLink, name) && !unreported.includes(name) && value) settings[name] = value
  }
  checkSettings({ provider }, settings, selfHostedHosts, unreported)
  return settings
}

const secretLine = new RegExp(secretPattern)

/** One line that a header can carry; a person often copies a line break with a key. */
const oneLine = (form: ReadonlyMap<string, string>, { name, label }: FormField): string => {
  const text = form.get(name)?.trim() ?? ''
  if (text === '') throw new UnfitForm(t.missing(label), name)
  if (text.length > longestSecret || !secretLine.test(text)) {
    throw new UnfitForm(t.notAllowed(label), name)
  }
  return text
}

/** The client of an application that the person has created at the vendor. Throws UnfitForm. */
export const readClient = (
  provider: Pick<AnyProvider, 'auth' | 'credentialFields'>,
  form: ReadonlyMap<string, string>,
): { readonly clientId: string; readonly clientSecret: string } => {
  const [clientId = '', clientSecret = ''] = secretFields(provider).map((field) => oneLine(form, field))
  return { clientId, clientSecret }
}

/** The secrets of the form as they are sealed. `name`: that of the alternative that they are for. Throws UnfitForm. */
export const readFormSecrets = (
  provider: Pick<AnyProvider, 'auth' | 'credentialFields'>,
  form: ReadonlyMap<string, string>,
  name?: string,
): string => {
  const alternative = name === undefined ? {} : { auth: name }
  const fields = secretFields(provider)
  const values = fields.map((field) => oneLine(form, field))
  const names = fields.map((field) => /^secret_(.+)$/.exec(field.name)?.[1])
  if (names.every((secret) => secret !== undefined)) {
    return writeSecrets({
      accessToken: '',
      secrets: Object.fromEntries(names.map((secret, index) => [secret, values[index] ?? ''])),
      ...alternative,
    })
  }
  return writeSecrets({ accessToken: values.join(':'), ...alternative })
}
