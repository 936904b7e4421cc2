/** Sign-in and keys of each vendor, against servers that behave as the vendor's own pages say. */
import { findDeclaredOAuth, listOAuths, nameAlternative, type SingleAuth } from '@patchbay/core/provider'
import { readRefusal } from '@patchbay/core/refresh/authorization-server/token-refusal'
import type { Domain } from '@patchbay/core/schema'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { loadRegistry } from '../../../server/registry.ts'
import { createBrowser } from '../../connect/start-vendor.ts'
import { startTestGateway } from '../../gateway.ts'
import { keyForms } from './key-forms.ts'
import { onLoopback } from './on-loopback.ts'
import type { SignIn } from './sign-in.ts'
import { application, startVendorSignIn } from './start-vendor-sign-in.ts'
import { vendorsToI } from './vendors-a-to-i.ts'
import { ownApplications, vendorsFromJ } from './vendors-j-to-z.ts'

const signIns: Readonly<Record<string, SignIn>> = { ...vendorsToI, ...vendorsFromJ }
const keys = keyForms(signIns)
const registry = await loadRegistry()

const vendors = Object.fromEntries(
  registry.map(({ provider: { id } }) => [id, startVendorSignIn(signIns[id], keys[id], ownApplications[id])] as const),
)
const vendorOf = (id: string) => {
  const vendor = vendors[id]
  if (!vendor) throw new Error(`${id} is no provider`)
  return vendor
}

const domains = registry.map(({ provider, ...rest }): Domain => {
  const { id, auth } = provider
  const settings = { ...keys[id]?.settings, ...signIns[id]?.settings }
  return { ...rest, provider: { ...provider, auth: onLoopback(auth, vendorOf(id).origin, settings) } }
})
const gateway = await startTestGateway({
  domains,
  env: {
    PROVIDER_ORIGINS: JSON.stringify(
      Object.fromEntries(Object.entries(vendors).map(([id, { origin }]) => [id, origin])),
    ),
    ALLOWED_PRIVATE_HOSTS: Object.values(vendors)
      .map(({ host }) => host)
      .join(','),
  },
})
afterAll(async () => {
  await gateway.stop()
  await Promise.all(Object.values(vendors).map((vendor) => vendor.stop()))
})
const token = 'acme-secret-token-1234'
await gateway.admin('PUT', '/admin/tenants/acme', { name: 'Acme', status: 'active', providers: {} })
await gateway.admin('POST', '/admin/auth', { tenant_id: 'acme', token })

/** Who was connected, by the page that asks. */
const readName = (text: string): string =>
  /you are <strong><bdi>(.*?)<\/bdi>/.exec(text)?.[1] ?? text.slice(text.indexOf('<main')).replaceAll(/<[^>]*>/g, ' ')

let accounts = 0
/** Opens a link for a new account, and goes through the vendor's pages to the question who was connected. */
const signInAt = async (provider: string, settings: object = {}, form: Readonly<Record<string, string>> = {}) => {
  const account_id = `account-${++accounts}`
  const body = { tenant_id: 'acme', provider, account_id, settings }
  const made = await gateway.admin('POST', '/admin/connect', body)
  const browser = createBrowser()
  const page = await browser.goThrough(made.body.url, form)
  return {
    account_id,
    text: page.text,
    confirm: () => browser.visit(`${gateway.url}/connect/confirm`, { ...page.hidden, decision: 'connect' }),
    link: async () => (await gateway.admin('GET', `/admin/connect/${made.body.connect_id}`)).body,
    isStored: async () => (await gateway.admin('GET', `/admin/tokens/acme/${provider}/${account_id}`)).status === 200,
    stored: async () => (await gateway.admin('GET', `/admin/tokens/acme/${provider}/${account_id}`)).body,
  }
}

const authOf = (id: string) => registry.find(({ provider }) => provider.id === id)?.provider.auth
/** The name under which tokens of a sign-in are stored, where people may have keys instead. */
const nameOf = (id: string) => {
  const auth = authOf(id)
  return auth && nameAlternative(auth, findDeclaredOAuth(auth, 'authorization_code'))
}

const probeOf = (id: string) => {
  const probe = registry.find(({ provider }) => provider.id === id)?.provider.probe
  return { ...probe?.params, action: probe?.action }
}
const call = (id: string, account_id: string) => gateway.call('acme', id, { ...probeOf(id), account_id }, { token })
/** A call with an access token that has ended, so that the gateway refreshes it. */
const callLater = async (id: string, account_id: string) => {
  const old = { access_token: 'old', expires_at: 1, ...nameOf(id) }
  expect((await gateway.admin('PUT', `/admin/tokens/acme/${id}/${account_id}`, old)).status).toBe(200)
  return call(id, account_id)
}
const settingsOf = async (id: string, account_id: string) => {
  const { providers } = (await gateway.admin('GET', '/admin/tenants/acme')).body
  return providers[id].accounts.find((account: { readonly id: string }) => account.id === account_id).settings
}

const own = Object.entries({
  ...Object.fromEntries(Object.entries(signIns).filter(([, { authorize }]) => authorize === undefined)),
  ...ownApplications,
})

test('every way of every provider has its row', () => {
  const wayOf = (auth: SingleAuth): string => {
    if (auth.kind !== 'oauth2') return 'key'
    return auth.grant === 'client_credentials' ? 'application' : 'sign-in'
  }
  const ways = registry.flatMap(({ provider: { id, auth } }) =>
    (auth.kind === 'oneOf' ? Object.values(auth.alternatives) : [auth]).map((each) => `${id} by ${wayOf(each)}`),
  )
  const rows = [
    ...Object.entries(signIns).flatMap(([id, { authorize }]) => (authorize === undefined ? [] : `${id} by sign-in`)),
    ...own.map(([id]) => `${id} by application`),
    ...Object.keys(keys).map((id) => `${id} by key`),
  ]
  expect(rows.sort()).toEqual([...new Set(ways)].sort())
})

describe('a key', () => {
  const form = Object.entries(keys).filter(([, { stored }]) => stored === undefined)
  it.each(form)('for %s is sent as the vendor has it, and names the account', async (id, key) => {
    const { called: name = 'ada@example.com' } = key
    const { text, confirm, account_id } = await signInAt(id, key.settings, key.types)
    expect(vendorOf(id).problems).toEqual([])
    if (name !== null) expect(readName(text)).toContain(name)
    expect((await confirm()).status).toBe(200)
    expect((await call(id, account_id)).status).toBe(200)
  })

  const stored = Object.entries(keys).filter(([, key]) => key.stored !== undefined)
  it.each(stored)('for %s, whose page asks for an application, is stored by an administrator', async (id, key) => {
    const account = { id: 'by-key', label: 'By key', settings: key.settings }
    await gateway.admin('PATCH', '/admin/tenants/acme', { providers: { [id]: { accounts: [account] } } })
    await gateway.admin('PUT', `/admin/tokens/acme/${id}/by-key`, { access_token: key.types.secret, auth: key.stored })
    const { body } = await gateway.admin('POST', `/admin/tokens/acme/${id}/by-key/test`)
    expect(body).toMatchObject({ ok: true, identity: key.called })
    expect(vendorOf(id).problems).toEqual([])
  })
})

describe('an application of the customer’s own', () => {
  it.each(own)('at %s asks for its own tokens, and again when they end', async (id, row) => {
    const form = { client_id: application.id, client_secret: application.secret }
    const vendor = vendorOf(id)
    const { text, confirm, account_id } = await signInAt(id, row.settings, form)
    expect(readName(text)).toContain('ada@example.com')
    expect((await confirm()).status).toBe(200)
    await gateway.admin('PUT', `/admin/tokens/acme/${id}/${account_id}`, { access_token: 'old', expires_at: 1 })
    expect((await call(id, account_id)).status).toBe(200)
    vendor.behave({ loses: true })
    expect((await signInAt(id, row.settings, form)).text).toContain(`did not grant access: ${row.refuses[2]}`)
    vendor.behave()
    expect(vendor.problems).toEqual([])
  })
})

describe('a sign-in', () => {
  const people = Object.entries(signIns).filter(([, { authorize }]) => authorize !== undefined)
  // Until then, people are asked for a key where the vendor has both.
  beforeAll(async () => {
    for (const [id] of people)
      await gateway.admin('PUT', `/admin/apps/${id}`, { client_id: application.id, client_secret: application.secret })
  })

  it.each(people)('at %s connects two people, whose access is renewed, lost and ended', async (id, row) => {
    const vendor = vendorOf(id)
    const people = ['ada@example.com', 'grace@example.com']
    const connected: Awaited<ReturnType<typeof signInAt>>[] = []
    for (const person of people) {
      vendor.as(person)
      const account = await signInAt(id, row.settings)
      expect(vendor.problems).toEqual([])
      expect(readName(account.text)).toContain(person)
      expect((await account.confirm()).status).toBe(200)
      expect(await account.link()).toMatchObject({ status: 'connected', missing_scopes: [] })
      connected.push(account)
    }
    const declared = findDeclaredOAuth(authOf(id), 'authorization_code')
    const scope = Object.keys(declared?.scopes ?? {}).join(row.scopesBy ?? ' ')
    expect(vendor.asked.map((query) => query.get('scope') ?? '')).toEqual([scope, scope])
    const [first, second] = connected as [(typeof connected)[0], (typeof connected)[0]]
    expect(await settingsOf(id, first.account_id)).toMatchObject({ ...row.settings, ...row.reports })

    if (row.renews === null) {
      expect(await first.stored()).toMatchObject({ state: 'valid', expires_at: null })
      expect((await call(id, first.account_id)).status).toBe(200)
    } else {
      // The second refresh needs what the first one gave.
      for (const { account_id } of [first, second, first])
        expect([id, (await callLater(id, account_id)).status]).toEqual([id, 200])
      expect(vendor.problems).toEqual([])
      const [says] = row.ended
      vendor.endAll(says)
      expect((await callLater(id, first.account_id)).body).toMatchObject({ code: 'TOKEN_EXPIRED' })
      expect(await first.stored()).toMatchObject({ state: 'needs_reauth' })
      vendor.endAll(undefined)
    }

    await gateway.admin('DELETE', `/admin/tokens/acme/${id}/${second.account_id}`)
    if (row.ends) await expect.poll(() => vendor.ended).toHaveLength(1)
    expect(vendor.problems).toEqual([])
  })

  it.each(people)('at %s is refused in the vendor’s words, and nothing is stored', async (id, row) => {
    const vendor = vendorOf(id)
    vendor.behave({ denies: true })
    const denied = await signInAt(id, row.settings)
    expect((await denied.link()).reason).toContain(
      row.denied?.error_description ?? row.denied?.error ?? 'access_denied',
    )
    vendor.behave({ loses: true })
    const refused = await signInAt(id, row.settings)
    vendor.behave()
    const [, , told] = row.refuses
    expect((await refused.link()).reason).toContain(`did not grant access: ${told}`)
    for (const { isStored } of [denied, refused]) expect(await isStored()).toBe(false)
    expect(vendor.problems).toEqual([])
  })
})

describe('an answer that the vendor signs', () => {
  const signed = Object.entries(signIns).filter(([, { signs }]) => signs !== undefined)

  it.each(signed)('of %s is refused if somebody else signed it', async (id, row) => {
    const vendor = vendorOf(id)
    vendor.behave({ forges: true })
    const forged = await signInAt(id, row.settings)
    vendor.behave()
    expect((await forged.link()).reason).toContain('is not signed by')
    expect(await forged.isStored()).toBe(false)
    expect(vendor.problems).toEqual([])
  })
})

describe('an access that has ended', () => {
  const rows = [...Object.entries(signIns), ...Object.entries(ownApplications)]
  const ended = rows.flatMap(([id, row]) => row.ended.map((says) => [id, ...says] as const))
  const refusalsOf = (id: string) => listOAuths(authOf(id)).flatMap(({ refusals = [] }) => refusals)

  it.each(ended)('is told by %s as %i %j', (id, status, body) => {
    expect(readRefusal({ status, body }, refusalsOf(id)).verdict).toBe('dead-grant')
  })

  it.each(Object.keys(signIns))('is not what %s means by a wrong client', (id) => {
    const body = { error: 'invalid_client', error_description: 'The client secret is wrong' }
    expect(readRefusal({ status: 401, body }, refusalsOf(id)).verdict).toBe('client')
  })
})
