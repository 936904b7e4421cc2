import type { AuthorizationCodeRecord, NewGrant, NewOAuthClient, NewTokens, Store } from '@patchbay/core/store'
import { asUnixSeconds } from '@patchbay/core/time'
import { hashOf, noon } from '../samples.ts'

const second = (moment: Date): number => moment.getTime() / 1000

export const client = (clientId: string, changes: Partial<NewOAuthClient> = {}): NewOAuthClient => ({
  client_id: clientId,
  source: 'registration',
  client_name: `Client ${clientId}`,
  redirect_uris: ['https://client.example/callback', 'http://127.0.0.1/callback'],
  auth_method: 'none',
  secret_hash: null,
  ...changes,
})

/** Keeps existing clients, whatever their age. */
export const keepAll = { now: noon, unusedSince: new Date(0), mostUnused: 1000 }

export const code = (name: string, changes: Partial<AuthorizationCodeRecord> = {}): AuthorizationCodeRecord => ({
  hash: hashOf(name),
  client_id: 'client',
  tenant_id: 'acme',
  bearer_hash: hashOf('bearer'),
  redirect_uri: 'https://client.example/callback',
  code_challenge: 'a-challenge',
  resource: 'https://gateway.example/mcp',
  scope: 'hubspot:read *:write@eu',
  expires_at: asUnixSeconds(second(noon) + 60),
  ...changes,
})

/** The hashes `<name> access` and `<name> refresh`. */
export const tokens = (name: string, changes: Partial<NewTokens> = {}): NewTokens => ({
  access: { hash: hashOf(`${name} access`), expires_at: asUnixSeconds(second(noon) + 3600), scope: null },
  refresh: { hash: hashOf(`${name} refresh`), expires_at: asUnixSeconds(second(noon) + 7200) },
  ...changes,
})

/** An id in the order of `nth`. */
export const grantId = (nth: number): string => `01930000-0000-7000-8000-${String(nth).padStart(12, '0')}`

export const grant = (name: string, nth = 1): NewGrant => ({
  ...tokens(name),
  grant_id: grantId(nth),
  client_name: 'A client',
  family: hashOf(`${name} family`),
})

/** A tenant with a bearer token and a registered client. */
export const withClient = async (store: Store, tenant = 'acme'): Promise<Store> => {
  await store.tenantTokens.register(tenant, hashOf(tenant === 'acme' ? 'bearer' : `bearer of ${tenant}`), noon)
  if (!(await store.oauthClients.find('client'))) await store.oauthClients.register(client('client'), keepAll)
  return store
}

/** Issues a code named `<name> code` and claims it for `grant(name, nth)`. */
export const giveGrant = async (
  store: Store,
  name: string,
  nth = 1,
  changes: Partial<AuthorizationCodeRecord> = {},
): Promise<void> => {
  const issued = await store.authorizationCodes.issue(code(`${name} code`, changes), client('client'), noon)
  const claimed = await store.authorizationCodes.claim(hashOf(`${name} code`), grant(name, nth), noon)
  if (!issued || !claimed) throw new Error(`no grant: issued ${issued}, claimed ${claimed}`)
}
