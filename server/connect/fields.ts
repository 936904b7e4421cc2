import { type Auth, authOf, originOf, secretNamesOf } from '@patchbay/core/provider'
import { longestSecret, secretPattern, writeSecrets } from '@patchbay/core/refresh'
import { type Domain, problems } from '@patchbay/core/schema'
import Type from 'typebox'
import { Value } from 'typebox/value'

/** One field of the form, for a setting or a secret. */
export interface Field {
  readonly name: string
  readonly label: string
  readonly hint: string | undefined
  readonly isSecret: boolean
  readonly isRequired: boolean
  readonly value: string
}

/** What is wrong with the form, in words for the person who filled it in. */
export class UnfitForm extends Error {
  override readonly name = 'UnfitForm'
}

const inWords = (name: string): string => {
  const words = name.replaceAll(/[_-]+/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The settings that the provider declares and the link doesn't have yet; `before`: those that the account has. */
export const settingFields = (
  { provider }: Domain,
  known: Readonly<Record<string, string>>,
  form: ReadonlyMap<string, string>,
  before: Readonly<Record<string, string>> = {},
): readonly Field[] =>
  Object.entries(provider.settings ?? {})
    .filter(([name]) => !Object.hasOwn(known, name))
    .map(([name, schema]) => ({
      name: `setting_${name}`,
      label: inWords(name),
      hint: (schema as { readonly description?: string }).description,
      isSecret: false,
      isRequired: !('~optional' in schema),
      value: form.get(`setting_${name}`) ?? before[name] ?? '',
    }))

/** The secrets that a person gives: none for OAuth. They are never sent back to the browser. */
export const secretFields = (auth: Auth): readonly Field[] => {
  const kind = authOf(auth, undefined)
  const field = (name: string, label: string, isSecret = true): Field => ({
    ...{ name, label, isSecret, isRequired: true },
    hint: undefined,
    value: '',
  })
  if (!kind || kind.kind === 'oauth2' || kind.kind === 'none') return []
  const names = secretNamesOf(kind)
  if (names) return names.map((name) => field(`secret_${name}`, inWords(name)))
  if (kind.kind !== 'basic') return [field('secret', 'Key')]
  const { username, password } = kind
  return [
    ...(username === undefined ? [field('username', 'User name', false)] : []),
    ...(password === undefined ? [field('password', 'Password')] : []),
  ]
}

/** All settings of the account: those of the link and those of the form. Throws UnfitForm. */
export const readSettings = (
  { provider }: Domain,
  known: Readonly<Record<string, string>>,
  form: ReadonlyMap<string, string>,
  selfHostedHosts: readonly string[],
): Readonly<Record<string, string>> => {
  const settings = { ...known }
  for (const name of Object.keys(provider.settings ?? {})) {
    const given = form.get(`setting_${name}`)?.trim()
    if (!Object.hasOwn(known, name) && given) settings[name] = given
  }
  const schema = Type.Object(provider.settings ?? {}, { additionalProperties: false })
  if (!Value.Check(schema, settings)) {
    const [{ path, message } = { path: '', message: 'is not valid' }] = problems(schema, settings)
    throw new UnfitForm(`${inWords(path.slice(1))} ${message}`)
  }
  try {
    originOf(provider.origin, settings, selfHostedHosts)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new UnfitForm(`These settings lead to no address of ${provider.title}`)
  }
  return settings
}

const secretLine = new RegExp(secretPattern)

/** One line that a header can carry; a person often copies a line break with a key. */
const oneLine = (form: ReadonlyMap<string, string>, { name, label }: Field): string => {
  const text = form.get(name)?.trim() ?? ''
  if (text === '') throw new UnfitForm(`${label} is missing`)
  if (text.length > longestSecret || !secretLine.test(text)) {
    throw new UnfitForm(`${label} has characters that ${label} can not have; copy it again`)
  }
  return text
}

/** The secrets of the form as they are sealed. Throws UnfitForm. */
export const readFormSecrets = (auth: Auth, form: ReadonlyMap<string, string>): string => {
  const fields = secretFields(auth)
  const values = fields.map((field) => oneLine(form, field))
  const names = fields.map(({ name }) => /^secret_(.+)$/.exec(name)?.[1])
  if (names.every((name) => name !== undefined)) {
    return writeSecrets({
      accessToken: '',
      secrets: Object.fromEntries(names.map((name, index) => [name, values[index] ?? ''])),
    })
  }
  return writeSecrets({ accessToken: values.join(':') })
}
