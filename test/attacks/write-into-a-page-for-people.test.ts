/** An address, a search or a logo becomes markup in a page that a customer trusts, or a page hands out the secret that was typed into it. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { apiKey } from '@patchbay/core/provider'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { variant } from '../call-path/fixture-provider.ts'
import { startVendor } from '../connect/start-vendor.ts'
import { domainOf } from '../domain-of.ts'
import { startTestGateway, temporaryFolder } from '../gateway.ts'

const evil = `"><script>alert(1)</script><img src="https://evil.example/x">`
const auth = apiKey({ header: 'Authorization', prefix: 'Bearer ' })
const probe = { action: 'get', params: { id: '1' }, identity: '/email' } as const
const ids = Array.from({ length: 8 }, (_, n) => `shop-${n}`)
const vendor = startVendor()
const logo = join(temporaryFolder(), 'logo.svg')

let gateway: Awaited<ReturnType<typeof startTestGateway>>
beforeAll(async () => {
  writeFileSync(logo, '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  gateway = await startTestGateway({
    domains: ids.map((id) => domainOf(variant(id, { title: `Shop ${id}`, auth, probe }))),
    env: {
      BRAND_LOGO: logo,
      BRAND_COLOR: '#0a7c4a',
      PROVIDER_ORIGINS: JSON.stringify(Object.fromEntries(ids.map((id) => [id, vendor.origin]))),
      ALLOWED_PRIVATE_HOSTS: vendor.host,
    },
  })
  await gateway.admin('PUT', '/admin/tenants/acme', { name: evil.slice(0, 60), status: 'active', providers: {} })
})
afterAll(async () => {
  await gateway.stop()
  await vendor.stop()
})

const makeLink = async (provider: string | readonly string[]): Promise<string> =>
  (await gateway.admin('POST', '/admin/connect', { tenant_id: 'acme', provider, account_id: 'main' })).body.url

const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

const expectHarmless = ({ headers }: Response, text: string): void => {
  expect(text).not.toMatch(/<script|<img src="https:|javascript:/i)
  const policy = headers.get('content-security-policy') ?? ''
  expect(policy).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; img-src 'self'; base-uri 'none'; frame-ancestors/,
  )
}

it('neither an address nor a search becomes markup in a page, whose policy allows one style sheet and the own logo', async () => {
  const link = await makeLink(ids)
  const search = `?search=${encodeURIComponent(evil)}`
  for (const address of [`${link}${search}`, `${link}x`, `${gateway.url}/${encodeURIComponent(evil)}${search}`]) {
    const page = await fetch(address, { headers: html })
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expectHarmless(page, await page.text())
  }
})

it('a search is bounded, however long it is', async () => {
  const page = await fetch(`${await makeLink(ids)}?search=${'x'.repeat(10_000)}`, { headers: html })
  expect((await page.text()).match(/x{100,}/g)?.every((text) => text.length === 100)).toBe(true)
})

it('a logo that is a document gets no script and no origin', async () => {
  const { headers } = await fetch(`${gateway.url}/oauth/logo`)
  expect(headers.get('content-type')).toBe('image/svg+xml')
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; .*sandbox/)
  expect(headers.get('x-content-type-options')).toBe('nosniff')
})

it('a key that the vendor refuses is not in the page that asks for it again', async () => {
  const link = await makeLink('shop-0')
  const opened = await fetch(link)
  const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? ''
  const [, proof = ''] = /name="proof" value="([^"]+)"/.exec(await opened.text()) ?? []
  const body = new URLSearchParams({ proof, secret: 'a-key-that-nobody-should-see' })
  const again = await fetch(link, { method: 'POST', headers: { cookie, origin: gateway.url }, body })
  const text = await again.text()
  expect(text).toContain('aria-invalid="true"')
  expect(text).not.toContain('nobody-should-see')
  expectHarmless(again, text)
})
