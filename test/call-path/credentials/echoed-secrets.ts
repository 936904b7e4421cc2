import { byCookie, byHeader, byKeys, byPair, byQuery, fixture } from '../fixture-provider.ts'
import { secret } from '../start-fixture.ts'

const pair = 'key-id:pass:word/1'
const named = { app_id: 'app/1+x', api_key: 'dd/api=1&"', session: 'se;ss ion' }

/** Providers of which each takes its credential at another place. */
export const secretTakers = [fixture, byHeader, byQuery, byCookie, byKeys, byPair]

export const secretCredentials = { 'by-pair': pair, 'by-keys': { secrets: named } }

/** Each account with the secrets that its provider could echo. */
export const secretAccounts: readonly (readonly [domain: string, secrets: readonly string[]])[] = [
  ['fixture', [secret]],
  ['by-header', [secret]],
  ['by-query', [secret]],
  ['by-cookie', [secret]],
  ['by-keys', Object.values(named)],
  ['by-pair', [pair, 'pass:word/1']],
]

export const base64 = (text: string): string => Buffer.from(text).toString('base64')
const hex = (text: string): string => Buffer.from(text).toString('hex')

/** The forms in which a provider could echo a secret. */
export const formsOfSecret = (text: string): readonly string[] => [
  text,
  base64(text),
  base64(text).replace(/=+$/, ''),
  Buffer.from(text).toString('base64url'),
  encodeURIComponent(text),
  encodeURIComponent(text).replace(/%../g, (code) => code.toLowerCase()),
  new URLSearchParams({ k: text }).toString().slice(2),
  hex(text),
  hex(text).toUpperCase(),
  JSON.stringify(text).slice(1, -1),
]
