import { describe, expect, it } from 'vitest'
import { answer } from '../../providers/scripted.ts'
import { fixture, regional } from '../fixture-provider.ts'
import { startFixture } from '../start-fixture.ts'

const { gateway, upstream } = await startFixture({ providers: [fixture, regional] })
const { admin } = gateway

const body = { action: 'look', id: 'thing', colour: 'red' }
let served = 0
const ask = (tenant: string, headers = {}, domain = 'fixture', asked: object = body) => {
  upstream.play(answer(200, { served: ++served }))
  return gateway.call(tenant, domain, asked, { headers })
}

/** A tenant whose call has come so often that the gateway knows it by its bytes. */
const withRepeats = async (tenant: string): Promise<void> => {
  await gateway.seed(tenant, { fixture: 'secret' })
  const caches: unknown[] = []
  for (let n = 0; n < 4; n++) caches.push((await ask(tenant)).body.cache)
  expect(caches).toEqual(['MISS', 'HIT', 'HIT', 'HIT'])
}

const configured = (accounts: readonly string[], more = {}) => ({
  name: 'Acme',
  status: 'active',
  providers: { fixture: { accounts: accounts.map((id) => ({ id, label: id })), default: accounts[0] } },
  ...more,
})

describe('a call that came with the same bytes many times', () => {
  it('is on record like any other, with its action and account', async () => {
    await withRepeats('recorded')
    const { body: log } = await admin('GET', '/admin/audit?tenant=recorded&source=rest')
    const entry = { action: 'look', key: 'fixture/main', outcome: 'ok', status: 200 }
    expect(log.entries).toMatchObject([entry, entry, entry, entry])
  })

  it('passes the cache by when it says no-cache', async () => {
    await withRepeats('passing')
    expect((await ask('passing', { 'cache-control': 'no-cache' })).body.cache).toBe('BYPASS')
  })

  it('is refused when it no longer says that it is JSON', async () => {
    await withRepeats('typed')
    expect(await ask('typed', { 'content-type': 'text/plain' })).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_ERROR' },
    })
  })

  it('goes to the provider again after a write, and with another credential', async () => {
    await withRepeats('written')
    await gateway.call('written', 'fixture', { action: 'create', name: 'x' })
    expect((await ask('written')).body.cache).toBe('MISS')
    expect((await ask('written')).body.cache).toBe('HIT')
    await admin('PUT', '/admin/tokens/written/fixture/main', { access_token: 'another' })
    expect((await ask('written')).body.cache).toBe('MISS')
  })

  it('is refused without a credential, for a suspended tenant, and where it has to choose an account', async () => {
    await withRepeats('changing')
    await admin('PUT', '/admin/tenants/changing', configured(['main', 'other']))
    expect(await ask('changing')).toMatchObject({ status: 400, body: { accounts: [{ id: 'main' }, { id: 'other' }] } })
    await admin('PUT', '/admin/tenants/changing', configured(['main'], { status: 'suspended' }))
    expect((await ask('changing')).body.code).toBe('TENANT_SUSPENDED')
    await admin('PUT', '/admin/tenants/changing', configured(['main']))
    expect((await ask('changing')).status).toBe(200)
    await admin('DELETE', '/admin/tokens/changing/fixture/main')
    expect((await ask('changing')).body.code).toBe('TOKEN_MISSING')
  })

  it('is another one for another tenant, and at another domain', async () => {
    await withRepeats('first')
    await gateway.seed('second', { fixture: 'secret' })
    expect((await ask('second')).body.cache).toBe('MISS')
    expect((await ask('first', {}, 'regional')).body.code).toBe('CONFIG_MISSING')
  })
})
