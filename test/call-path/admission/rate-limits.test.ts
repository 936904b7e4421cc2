// Test lanes: both-stores, long-on-mongodb

import { describe, expect, it } from 'vitest'
import { startFixture } from '../start-fixture.ts'

const { gateway } = await startFixture({
  env: { CALLS_PER_MINUTE: '3', FAILED_LOGINS_PER_MINUTE: '2', TRUSTED_PROXIES: '127.0.0.1' },
})
const get = { action: 'get', id: '1' }
const callFrom = (ip: string, token?: string) =>
  gateway.call('acme', 'fixture', get, { headers: { 'x-forwarded-for': ip }, ...(token && { token }) })

describe('an address that calls too often', () => {
  it('is told how many calls are left, then RATE_LIMITED with the wait', async () => {
    for (const left of [2, 1, 0]) {
      const { status, headers } = await callFrom('198.51.100.1')
      expect([status, headers.get('ratelimit-policy')]).toEqual([200, '"calls";q=3;w=60'])
      expect(headers.get('ratelimit')).toMatch(new RegExp(`^"calls";r=${left};t=(60|59)$`))
    }
    const { status, body, headers } = await callFrom('198.51.100.1')
    expect([status, body.code, body.status]).toEqual([429, 'RATE_LIMITED', 429])
    expect(body.retry_after).toBeGreaterThan(50)
    expect(headers.get('retry-after')).toBe(String(body.retry_after))
    expect(headers.get('ratelimit')).toMatch(/^"calls";r=0;t=/)
  })

  it('does not use up the calls of another', async () => {
    expect((await callFrom('198.51.100.2')).status).toBe(200)
  })

  it('is a whole /64 of IPv6', async () => {
    for (const host of ['1', '2:3', 'ffff:ffff:ffff:ffff']) {
      expect((await callFrom(`2001:db8:0:1:${host.includes('ffff') ? host : `:${host}`}`)).status).toBe(200)
    }
    expect((await callFrom('2001:db8:0:1::9')).status).toBe(429)
    expect((await callFrom('2001:db8:0:2::9')).status).toBe(200)
  })

  it('is an IPv4 address, also when it is written as IPv6', async () => {
    for (const ip of ['198.51.100.3', '::ffff:198.51.100.3', '::ffff:c633:6403'])
      expect((await callFrom(ip)).status).toBe(200)
    expect((await callFrom('198.51.100.3')).status).toBe(429)
  })

  it('hears of the limit with an error, too', async () => {
    const { body, headers } = await gateway.call('acme', 'nothing', get, {
      headers: { 'x-forwarded-for': '198.51.100.4' },
    })
    expect(body.code).toBe('CONFIG_MISSING')
    expect(headers.get('ratelimit')).toMatch(/^"calls";r=2;/)
  })
})

describe('an address with too many wrong tokens', () => {
  it('is RATE_LIMITED, right or wrong, before anything is looked up', async () => {
    for (let i = 0; i < 2; i++) expect((await callFrom('198.51.100.5', 'wrong-wrong-wrong')).status).toBe(401)
    const { body } = await callFrom('198.51.100.5')
    expect(body).toMatchObject({ code: 'RATE_LIMITED', status: 429 })
    expect(body.retry_after).toBeGreaterThan(50)
  })

  it('is RATE_LIMITED, too, when it goes on until it has called too often as well', async () => {
    const codes: string[] = []
    for (let i = 0; i < 6; i++) codes.push((await callFrom('198.51.100.6', 'wrong-wrong-wrong')).body.code)
    expect(codes).toEqual([...Array(2).fill('AUTH_FAILED'), ...Array(4).fill('RATE_LIMITED')])
    expect((await callFrom('198.51.100.7')).status).toBe(200)
  })
})
