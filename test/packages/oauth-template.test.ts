/** The output of `codegen new --fake`, in this process: its provider against its vendor. */
import { afterAll, expect, test } from 'vitest'
import provider from '../../codegen/new/oauth-template/index.ts'
import { startVendor } from '../../codegen/new/oauth-template/testing/vendor.ts'
import { createBrowser } from '../connect/start-vendor.ts'
import { domainOf } from '../domain-of.ts'
import { startTestGateway } from '../gateway.ts'

const vendor = startVendor()
const gateway = await startTestGateway({
  domains: [domainOf(provider)],
  env: {
    PROVIDER_ORIGINS: JSON.stringify({ [provider.id]: vendor.origin }),
    ALLOWED_PRIVATE_HOSTS: `${new URL(vendor.origin).host},login.example.com`,
  },
})
afterAll(() => Promise.all([gateway.stop(), vendor.stop()]))

const token = 'trial-secret-token-1234'
const call = async (body: object) => (await gateway.call('trial', provider.id, body, { token })).body

const beginToConnect = async (account_id: string) => {
  const link = await gateway.admin('POST', '/admin/connect', {
    tenant_id: 'trial',
    create_tenant: { name: 'Trial' },
    provider: provider.id,
    account_id,
  })
  const browser = createBrowser()
  const question = await browser.goThrough(link.body.url)
  const choose = (word: string): string =>
    new RegExp(`href="([^"]+)">${word}<`).exec(question.text)?.[1]?.replaceAll('&amp;', '&') ?? ''
  return {
    browser,
    choose,
    state: async () => (await gateway.admin('GET', `/admin/connect/${link.body.connect_id}`)).body,
  }
}

test('an author connects an account, lists three pages and uploads a file', async () => {
  await gateway.admin('PUT', `/admin/apps/${provider.id}`, {
    client_id: vendor.application.id,
    client_secret: vendor.application.secret,
    authorize_url: `${vendor.origin}/oauth/authorize`,
    token_url: `${vendor.origin}/oauth/token`,
  })
  const { browser, choose, state } = await beginToConnect('main')
  const asking = await browser.visit(choose('Allow'))
  await browser.visit(`${gateway.url}/connect/confirm`, { ...asking.hidden, decision: 'connect' })
  expect(await state()).toMatchObject({ status: 'connected', identity: 'ada@example.com' })
  await gateway.admin('POST', '/admin/auth', { tenant_id: 'trial', token })

  const listed = await call({ action: 'list_items', limit: 210 })
  expect(listed.data.items.map(({ id }: { id: string }) => id)).toEqual(
    Array.from({ length: 210 }, (_, index) => `item-${index + 1}`),
  )
  const file = { filename: 'note.txt', media_type: 'text/plain', content: btoa('Hello') }
  expect(await call({ action: 'upload_file', item_id: 'item-1', file })).toMatchObject({ success: true, status: 201 })
  expect((await call({ action: 'list_files', item_id: 'item-1' })).data.files).toEqual([
    { id: 'file-1', name: 'note.txt', bytes: 5 },
  ])
  expect(await call({ action: 'get_item', item_id: 'item-0' })).toMatchObject({
    status: 404,
    error: expect.stringContaining('There is no such item'),
  })
})

test('the vendor takes no other verifier, and no code twice', async () => {
  const { browser, choose, state } = await beginToConnect('second')
  const allowed = choose('Allow')
  const code = new URL(allowed).searchParams.get('code') ?? ''
  const ask = async (): Promise<unknown> => {
    const { id: client_id, secret: client_secret } = vendor.application
    const form = { grant_type: 'authorization_code', code, client_id, client_secret, code_verifier: 'another' }
    return (await fetch(`${vendor.origin}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) })).json()
  }
  expect(await ask()).toEqual({ error: 'invalid_grant' })
  await browser.visit(allowed)
  expect((await state()).status).toBe('failed')
})
