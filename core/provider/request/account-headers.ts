import type { FixedHeaders } from './request.ts'

const inBraces = /\{settings\.([^{}]*)\}/g

/** The settings in a text, such as the value of a header: each stands there as `{settings.name}`. */
export const settingsIn = (value: string): string[] => [...value.matchAll(inBraces)].map(([, name = '']) => name)

/** The names, in lower case, of the headers whose values are the account's. Callers have no such parameters. */
export const accountHeaders = (headers: FixedHeaders = {}): string[] =>
  Object.keys(headers).flatMap((name) => (settingsIn(headers[name] ?? '').length > 0 ? name.toLowerCase() : []))

/** The value for an account; `undefined`: the account doesn't have the setting, which is an optional one. */
export const forAccount = (value: string, settings: Readonly<Record<string, string>>): string | undefined =>
  settingsIn(value).every((name) => Object.hasOwn(settings, name))
    ? value.replaceAll(inBraces, (_, name: string) => settings[name] ?? '')
    : undefined
