import { describe, expect, it } from 'vitest'
import type { Deadline, PreparedCall } from '../context/index.ts'
import { GatewayError } from '../errors.ts'
import type { Limits } from '../provider/index.ts'
import type { VendorQuotaCounts, VendorQuotaReport, VendorQuotaRequest, VendorQuotaTaken } from '../store/index.ts'
import { createVendorQuotas } from './vendor-quotas.ts'

const deadline = {
  at: performance.now() + 3_600_000,
  signal: () => new AbortController().signal,
} as Partial<Deadline> as Deadline

/** A store that notes the requests it gets. */
const notingStore = (answer: Partial<VendorQuotaTaken> = {}) => {
  const taken: VendorQuotaRequest[] = []
  const reports: VendorQuotaReport[] = []
  const open = { granted: true, waitMs: 0, left: 5000, limit: 5000, resetMs: 3_600_000, isReported: true }
  const store = {
    fails: false as boolean,
    async take(_key: string, request: VendorQuotaRequest) {
      taken.push(request)
      return { ...open, ...answer }
    },
    async tell(_key: string, news: VendorQuotaReport) {
      if (store.fails) throw new GatewayError('UNAVAILABLE', 'down')
      reports.push(news)
    },
    closed: () => [],
    forget: () => undefined,
  } satisfies VendorQuotaCounts & { fails: boolean }
  return { store, taken, reports }
}

const account = { id: 'main', label: 'Main' }
const callOf = (limits: Limits | undefined, name = 'get') => {
  const provider = { id: 'vendor', title: 'Vendor', ...(limits && { limits }) }
  const ref = { tenant: 'acme', provider: 'vendor', account: 'main' }
  return { domain: { provider }, account, ref, name } as Partial<PreparedCall> as PreparedCall
}
const github: Limits = { headers: 'X-RateLimit-*' }
const slack: Limits = { headers: 'Retry-After' }
const answerOf = (remaining: number | undefined) => ({
  status: 200,
  headers: new Headers(
    remaining === undefined
      ? {}
      : { 'x-ratelimit-limit': '5000', 'x-ratelimit-remaining': `${remaining}`, 'x-ratelimit-reset': '3600' },
  ),
})

const start = (limits: Limits | undefined, answer?: Partial<VendorQuotaTaken>) => {
  const noted = notingStore(answer)
  const vendorQuotas = createVendorQuotas(noted.store, () => undefined)
  const send = async (remaining?: number) => {
    const limit = vendorQuotas.find(callOf(limits), 'rest', null)
    await limit?.take(deadline)
    limit?.receive(answerOf(remaining), undefined)
  }
  return { ...noted, vendorQuotas, send }
}

describe('the store is asked', () => {
  it('never for a provider whose answers tell nothing', async () => {
    const { vendorQuotas, taken } = start(undefined)
    expect(vendorQuotas.find(callOf(undefined), 'rest', null)).toBeUndefined()
    expect(taken).toEqual([])
  })

  it('once for many calls of which plenty are left', async () => {
    const { send, taken } = start(github)
    for (let n = 0; n < 500; n++) await send(4900 - n)
    expect(taken).toHaveLength(1)
  })

  it('once for many calls of a vendor that only ever says when to come back', async () => {
    const { send, taken } = start(slack, { left: null, limit: null, resetMs: 0, isReported: false })
    for (let n = 0; n < 500; n++) await send()
    expect(taken).toHaveLength(1)
  })

  it('for each call once less than half is left, and hears the vendor’s newest figures', async () => {
    const { send, taken } = start(github, { left: 2400 })
    await send(2399)
    for (let n = 0; n < 3; n++) await send(2390)
    expect(taken).toHaveLength(4)
    expect(taken[1]?.report).toMatchObject({ kind: 'figures', left: 2399, limit: 5000 })
  })

  it('when many calls are sent at a time, however many are left', async () => {
    const { vendorQuotas, taken } = start(github, { left: 160, limit: 200 })
    const limits = Array.from({ length: 30 }, () => vendorQuotas.find(callOf(github), 'rest', null))
    for (const limit of limits) await limit?.take(deadline)
    // The first asks; the next nine don't, as sixteen are left for each; all further ones do.
    expect(taken.length).toBeGreaterThan(15)
  })
})

describe('what the store could not be told', () => {
  it('is told with the next call', async () => {
    const { store, vendorQuotas, taken } = start(github)
    const limit = vendorQuotas.find(callOf(github), 'rest', null)
    await limit?.take(deadline)
    store.fails = true
    limit?.receive({ status: 429, headers: new Headers() }, { wait: 0.01, reason: 'slow down' })
    const next = vendorQuotas.find(callOf(github), 'rest', null)
    await next?.take(deadline)
    expect(taken[1]?.report).toMatchObject({ kind: 'closed' })
  })
})

describe('a call that must wait', () => {
  it('is refused where the wait would pass its deadline, and not asked for again until then', async () => {
    const { vendorQuotas, taken } = start(github, { granted: false, left: 0, waitMs: 60_000 })
    const soon = { ...deadline, at: performance.now() + 1000 }
    for (let n = 0; n < 5; n++) {
      const limit = vendorQuotas.find(callOf(github), 'rest', null)
      const refused = Promise.resolve(limit?.take(soon))
      await expect(refused).rejects.toMatchObject({ code: 'RATE_LIMITED', extras: { retryAfter: 60 } })
    }
    expect(taken).toHaveLength(1)
  })

  it('of an agent is told so where people have calls left', async () => {
    const { vendorQuotas } = start(github, { granted: false, left: 5, waitMs: 60_000 })
    const limit = vendorQuotas.find(callOf(github), 'mcp', null)
    const soon = { ...deadline, at: performance.now() + 1000 }
    await expect(Promise.resolve(limit?.take(soon))).rejects.toThrow(
      "The rest of Vendor's own rate limit for this account is reserved for people; try again in 60 s",
    )
  })
})
