import { type AuditEntry, buildAuditEntry, type NewAuditEntry } from '@patchbay/core/store'
import { shiftTime, type UnixMs } from '@patchbay/core/time'
import { parseTries } from '@patchbay/core/tries'
import { demoAddress } from './ask-gateway.ts'
import { createDice } from './dice.ts'

const hourMs = 3_600_000
const days = 14

/** The calls of a tenant: their actions, their account, and how many there are. */
export interface BusyCustomer {
  readonly tenant: string
  /** For example `hubspot/sales-eu`. */
  readonly key: string
  readonly actions: readonly string[]
  readonly source: 'rest' | 'mcp'
  readonly weight: number
  readonly token_id: string
}

const failures = [
  {
    code: 'UPSTREAM_ERROR',
    status: 502,
    reason: 'The provider answered 503 each time',
    tries: '503 412,503 398,503 405',
  },
  { code: 'RATE_LIMITED', status: 429, reason: "The vendor's limit of this account is used up", tries: '429 88' },
  {
    code: 'VALIDATION_ERROR',
    status: 400,
    reason: 'There is no parameter "emial"; did you mean "email"?',
    tries: null,
  },
  { code: 'TOKEN_EXPIRED', status: 401, reason: 'The provider refused the credential', tries: '401 61' },
]

const drawCall = (
  { tenant, key, actions, source, token_id }: BusyCustomer,
  begin: UnixMs,
  dice: () => number,
): AuditEntry => {
  const at = shiftTime(begin, Math.floor(dice() * hourMs))
  const failure = dice() < 0.04 ? failures[Math.floor(dice() * failures.length)] : undefined
  const cache = dice() < 0.4 ? 'HIT' : 'MISS'
  const tried = parseTries(failure?.tries ?? '0 0').reduce((sum, { duration_ms }) => sum + duration_ms, 0)
  const event: NewAuditEntry = {
    tenant,
    key,
    source,
    action: actions[Math.floor(dice() * actions.length)] ?? null,
    ...failure,
    cache: failure ? null : cache,
    ip: demoAddress,
    token_id,
    request_id: Bun.randomUUIDv7('hex', at),
    duration_ms: cache === 'HIT' && !failure ? 2 + Math.floor(dice() * 6) : tried || Math.floor(60 + dice() * 180),
    bytes: failure ? 0 : 400 + Math.floor(dice() * 4000),
    billable: !failure,
  }
  return buildAuditEntry(event, { id: Bun.randomUUIDv7('hex', at), at })
}

/** The calls of the two weeks before `now`: most of them in the afternoon, few that fail. */
export const drawHistory = (customers: readonly BusyCustomer[], now: UnixMs): AuditEntry[] => {
  const dice = createDice(7)
  const hours = Array.from({ length: days * 24 }, (_, index) => shiftTime(now, (index - days * 24) * hourMs))
  return hours.flatMap((begin) => {
    const busy = 1 + Math.sin(((new Date(begin).getUTCHours() - 9) / 24) * 2 * Math.PI)
    return customers.flatMap((customer) =>
      Array.from({ length: Math.floor(busy * customer.weight * (1 + dice())) }, () => drawCall(customer, begin, dice)),
    )
  })
}
