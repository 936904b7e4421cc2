// Test lanes: both-stores, long-on-mongodb

import { describe, expect, it } from 'vitest'
import { answer } from '../../providers/scripted.ts'
import { fixture, variant } from '../fixture-provider.ts'
import { startFixture } from '../start-fixture.ts'

const names = ['unix', 'unix-ms', 'unix-us', 'behind', 'ahead', 'iso', 'day', 'figures', 'renewed', 'lifted']
const limits = { figures: { headers: 'X-RateLimit-*' as const } }
const { gateway, call } = await startFixture({
  providers: [
    fixture,
    ...names.map((id) => variant(id, { limits: id in limits ? limits.figures : { headers: 'Retry-After' } })),
  ],
})

const get = { action: 'get', id: '1' }
const works = answer(200, { ok: true })
const refused = (headers: Readonly<Record<string, string>>) => answer(429, { message: 'slow down' }, headers)
const inSeconds = (seconds: number): number => Date.now() / 1000 + seconds
const dateIn = (seconds: number): string => new Date(inSeconds(seconds) * 1000).toUTCString()
const hour = 3600

const listAccount = async (provider: string) => {
  const { body } = await gateway.admin('GET', `/admin/accounts?tenant=acme&provider=${provider}`)
  return body.accounts[0]
}

/** The providers whose account the list of those that are closed names. */
const listClosed = async (): Promise<readonly string[]> => {
  const { body } = await gateway.admin('GET', '/admin/accounts?tenant=acme&state=closed')
  return body.accounts.map(({ provider }: { provider: string }) => provider)
}

describe("a vendor's 429 with a wait of some seconds", () => {
  it.each<[provider: string, headers: () => Record<string, string>]>([
    ['unix', () => ({ 'retry-after': String(Math.ceil(inSeconds(1))) })],
    ['unix-ms', () => ({ 'retry-after': String(Math.ceil(inSeconds(1) * 1e3)) })],
    ['unix-us', () => ({ 'retry-after': String(Math.ceil(inSeconds(1) * 1e6)) })],
    ['behind', () => ({ date: dateIn(-hour), 'retry-after': String(Math.ceil(inSeconds(1 - hour))) })],
    ['ahead', () => ({ date: dateIn(hour), 'retry-after': dateIn(hour + 2) })],
    ['iso', () => ({ 'retry-after': new Date(inSeconds(1) * 1000).toISOString() })],
  ])('is a wait of some seconds, written as %s', async (provider, headers) => {
    // The refused call itself is tried again after the wait, as it fits into the deadline.
    const { status, sent } = await call(get, [refused(headers()), works], provider)
    expect([status, sent.length]).toEqual([200, 2])
  })
})

describe('a wait that is longer than an hour', () => {
  it("is the caller's to know, and closes the account for an hour", async () => {
    const first = await call(get, [refused({ 'retry-after': '86400' })], 'day')
    expect([first.status, first.body.retry_after]).toEqual([429, 86_400])
    const next = await call(get, [works], 'day')
    expect([next.body.code, next.sent.length]).toEqual(['RATE_LIMITED', 0])
    expect(next.body.retry_after).toBeLessThanOrEqual(hour)
    expect(next.body.retry_after).toBeGreaterThan(hour - 60)
  })

  it('closes it no longer where figures say so', async () => {
    const used = { 'x-ratelimit-limit': '10', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(86_400 * 20) }
    await call(get, [answer(200, { ok: true }, used)], 'figures')
    const next = await call(get, [works], 'figures')
    expect([next.body.code, next.sent.length]).toEqual(['RATE_LIMITED', 0])
    expect(next.body.retry_after).toBeLessThanOrEqual(hour)
    expect((await listAccount('figures')).closed).toMatchObject({ reason: null })
  })
})

describe('an account that is closed', () => {
  it('is asked again at once under a new credential', async () => {
    await call(get, [refused({ 'retry-after': '600' })], 'renewed')
    expect((await call(get, [works], 'renewed')).body.code).toBe('RATE_LIMITED')
    await gateway.admin('PUT', '/admin/tokens/acme/renewed/main', { access_token: 'another' })
    expect((await call(get, [works], 'renewed')).status).toBe(200)
    expect((await listAccount('renewed')).closed).toBeNull()
  })

  it('is listed with why and until when, and an administrator can lift that', async () => {
    expect((await listAccount('lifted')).closed).toBeNull()
    await call(get, [refused({ 'retry-after': '600' })], 'lifted')
    expect((await call(get, [works], 'lifted')).body.code).toBe('RATE_LIMITED')
    const { closed } = await listAccount('lifted')
    expect(closed.reason).toBe('Fixture answered 429')
    expect(Date.parse(closed.until)).toBeGreaterThan(Date.now() + 500_000)
    expect(Date.parse(closed.until)).toBeLessThanOrEqual(Date.now() + 600_000)
    expect(await listClosed()).toContain('lifted')
    expect((await gateway.admin('POST', '/admin/tokens/acme/lifted/main/reopen')).status).toBe(204)
    expect((await call(get, [works], 'lifted')).status).toBe(200)
    expect((await listAccount('lifted')).closed).toBeNull()
    expect(await listClosed()).not.toContain('lifted')
    const { body } = await gateway.admin('GET', '/admin/audit?source=admin&limit=20')
    expect(body.entries).toContainEqual(expect.objectContaining({ action: 'reopen_account', tenant: 'acme' }))
  })

  it('can be lifted only where there is one', async () => {
    expect((await gateway.admin('POST', '/admin/tokens/acme/lifted/other/reopen')).body.code).toBe('CONFIG_MISSING')
  })
})
