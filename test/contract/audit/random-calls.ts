import type { AuditEntry } from '@patchbay/core/store'
import { seeded } from '../../seeded.ts'
import { auditEntry } from '../samples.ts'

const pick = <T>(random: () => number, values: readonly T[]): T => values[Math.floor(random() * values.length)] as T

/** Entries of every kind, spread over a period, in the order of time. */
export const randomEntries = (count: number, from: Date, until: Date, seed: number): AuditEntry[] => {
  const random = seeded(seed)
  const span = until.getTime() - from.getTime()
  const moments = Array.from({ length: count }, () => from.getTime() + Math.floor(random() * span)).sort(
    (a, b) => a - b,
  )
  return moments.map((moment, n) => {
    const at = new Date(moment)
    const kind = random()
    if (kind < 0.05) {
      const refused = {
        tenant: null,
        action: null,
        key: null,
        token_id: null,
        cache: null,
        billable: false,
        bytes: 0,
      } as const
      const count = Math.ceil(random() * 50)
      return auditEntry(
        at,
        { ...refused, outcome: 'error', code: 'AUTH_FAILED', status: 401, count, duration_ms: 0 },
        n,
      )
    }
    if (kind < 0.1) {
      const tenant = pick(random, ['acme', 'globex'])
      const change = { source: 'admin', action: 'put_tenant', key: `tenants/${tenant}`, cache: null } as const
      return auditEntry(at, { ...change, tenant, billable: false, bytes: 0 }, n)
    }
    const tenant = pick(random, ['acme', 'acme', 'acme-2', 'globex'])
    const source = pick(random, ['rest', 'mcp'] as const)
    const duration_ms = Math.round(random() ** 4 * 3_000_000) / 100
    if (kind < 0.15) {
      const suspended = { key: null, action: null, cache: null, billable: false, bytes: 0 } as const
      return auditEntry(
        at,
        { ...suspended, tenant, source, outcome: 'error', code: 'TENANT_SUSPENDED', duration_ms },
        n,
      )
    }
    const key = pick(random, ['hubspot/eu', 'hubspot/us', 'stripe/main', 'nonsense'])
    const action = pick(random, ['search', 'get', 'create', null])
    const call = { tenant, source, key, action, duration_ms } as const
    if (kind < 0.3) {
      const billable = random() < 0.5
      const code = billable ? 'UPSTREAM_ERROR' : 'TIMEOUT'
      return auditEntry(at, { ...call, outcome: 'error', code, billable, bytes: 0, status: 502 }, n)
    }
    const cache = pick(random, ['HIT', 'MISS', 'BYPASS'] as const)
    return auditEntry(at, { ...call, cache, bytes: Math.floor(random() * 20_000), billable: true }, n)
  })
}
