// Test lanes: long
import type { AnyAction } from '@patchbay/core/provider'
import type { Domain } from '@patchbay/core/schema'
import { afterAll, describe, expect, it } from 'vitest'
import { loadRegistry } from '../../server/registry.ts'
import { actionsOf } from '../../test/domain-of.ts'
import { startTestGateway } from '../../test/gateway.ts'
import { asShown, type Shown, withoutBoundary } from '../../test/providers/as-shown.ts'
import { answer, startScripted } from '../../test/providers/scripted.ts'
import { type Parameters, samplesOf } from './samples.ts'
import type { Vendor } from './vendor.ts'
import { vendors } from './vendors/index.ts'

/** A secret shared by the accounts of all providers, and unlike anything in a sample. */
const secret = 'vendor/credential+1'
const samplesPerAction = 4
/** Sampling of documents with hundreds of actions: one in so many of those that are not curated. */
const oneIn = 25

const accounts: Readonly<Record<string, Pick<Vendor, 'settings' | 'credential'>>> = {
  ...Object.fromEntries(vendors.map((vendor) => [vendor.id, vendor])),
  'microsoft-teams': { settings: { directory: 'common' } },
  quickbooks: { settings: { company: '1' } },
  salesforce: { settings: { instance: 'acme.my' } },
}

const registry = await loadRegistry()
const upstream = await startScripted(answer(200, { ok: true }))
const ids = registry.map(({ provider }) => provider.id)
const gateway = await startTestGateway({
  env: { PROVIDER_ORIGINS: JSON.stringify(Object.fromEntries(ids.map((id) => [id, upstream.origin]))) },
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})
await gateway.seed(
  'acme',
  Object.fromEntries(ids.map((id) => [id, accounts[id]?.credential ?? secret])),
  Object.fromEntries(ids.map((id) => [id, accounts[id]?.settings ?? {}])),
)

const chosenActions = (domain: Domain) => {
  const { listed } = domain.source
  return actionsOf(domain).filter(([name], at) => (listed?.includes(name) ?? true) || at % oneIn === 0)
}

/** `text` with `(credential)` where `shown` has it; as it is where it differs in anything else. */
const hideAsShown = (text: string, shown: string | undefined): string => {
  if (shown === undefined || !shown.includes('(credential)')) return text
  const parts = shown.split('(credential)').map((part) => RegExp.escape(part))
  return new RegExp(`^${parts.join('[^&;, ]+')}$`).test(text) ? shown : text
}

const hideCredential = (sent: Shown, shown: Shown): Shown => ({
  ...sent,
  url: hideAsShown(sent.url, shown.url),
  headers: Object.fromEntries(
    Object.entries(sent.headers).map(([name, value]) => [name, hideAsShown(value, shown.headers[name])]),
  ),
})

/** Compares a dry run with a real call; `false`: the parameters were refused. */
const compare = async (id: string, action: AnyAction, body: Parameters): Promise<boolean> => {
  const headers = { 'cache-control': 'no-cache', 'idempotency-key': crypto.randomUUID() }
  const before = upstream.requests.length
  const dry = await gateway.call('acme', id, { ...body, dry_run: true }, { headers })
  expect(upstream.requests).toHaveLength(before)
  expect(dry.text).not.toContain(secret)
  const { body: real } = await gateway.call('acme', id, body, { headers })
  const [sent] = upstream.requests.slice(before)
  if (!sent) {
    // The request may refuse parameters that the schema lets pass; both surfaces then use the same words.
    expect({ ...dry.body, request_id: '' }).toEqual({ ...real, code: 'VALIDATION_ERROR', request_id: '' })
    return false
  }
  expect(dry.body).toMatchObject({ success: true, data: { sends: false } })
  // Its own request is completed by answers that this vendor doesn't give.
  if (action.before) {
    expect(dry.body.data.completed_by[0]).toBe(`${sent.method} ${sent.url.split('?')[0]}`)
    return true
  }
  const shown = withoutBoundary(dry.body.data.request)
  expect(hideCredential(asShown(upstream.origin, sent, []), shown)).toEqual(shown)
  return true
}

describe('a dry run of generated parameters shows the bytes that are sent, for the actions of', () => {
  it.each(registry.map((domain) => [domain.provider.id, domain] as const))('%s', async (id, domain) => {
    let compared = 0
    for (const [name, action] of chosenActions(domain)) {
      const isValid = (parameters: Parameters) =>
        action.references === undefined || domain.source.check(name)?.body({ action: name, ...parameters }) === true
      const samples = samplesOf(action, accounts[id]?.settings, isValid).take(samplesPerAction)
      for (const parameters of samples) {
        if (await compare(id, action, { action: name, ...parameters })) compared++
      }
    }
    expect(compared).toBeGreaterThan(0)
  })
})
