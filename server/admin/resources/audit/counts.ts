import type { CountedLog, FailureCause } from '@patchbay/core/reports'
import { momentOfEntry } from '@patchbay/core/store'
import { isoTime } from '@patchbay/core/time'
import Type from 'typebox'
import { json } from '../../../http/exchange.ts'
import { adminRoute, jsonAnswer } from '../../route/admin-route.ts'
import { closed, countSchema, instant, orNull } from '../../route/values/schemas.ts'
import { filterParameters, parseAuditFilter, selectionParameters } from './filter.ts'
import { findNames, namesJson } from './find-words.ts'

const query = Type.Object(
  {
    ...filterParameters,
    ...selectionParameters,
    bars: Type.Integer({ minimum: 2, maximum: 200, default: 60, description: 'The most stretches of time' }),
  },
  closed,
)

const seenJson = (what: string) =>
  Type.Object({
    count: countSchema(`How many different ${what} they are of`),
    only: orNull(Type.String(), '`null`: there are several, or none'),
  })

const causeJson = Type.Object(
  {
    provider: orNull(Type.String(), '`null`: the calls named none'),
    status: Type.Integer(),
    code: Type.String(),
    reason: orNull(Type.String(), 'The reason of the last of them'),
    shared_reason: orNull(Type.String(), 'A text that all of their reasons have, for the parameter `reason`'),
    calls: countSchema(),
    first_at: instant('When the first of them was made'),
    last_at: instant('When the last of them was made'),
    tenants: seenJson('tenants'),
    accounts: seenJson('accounts'),
    actions: seenJson('actions'),
    tokens: seenJson('tokens'),
  },
  {
    title: 'FailureCause',
    description:
      'Calls that failed with the same provider, status and code, and a reason that differs in numbers and ids alone',
  },
)

const countsJson = Type.Object(
  {
    since: instant(),
    until: instant(),
    step_seconds: Type.Integer({ description: 'How long the stretch of a bar is' }),
    ok: countSchema(),
    failed: countSchema(),
    unknown: countSchema('Writes whose outcome was unknown when they ended'),
    counted_to: orNull(
      Type.String({ format: 'date-time' }),
      'How far back the count came in its time; the bars before are too low. `null`: it is complete',
    ),
    bars: Type.Array(
      Type.Object({
        at: instant('When its stretch begins'),
        ok: countSchema(),
        failed: countSchema(),
        unknown: countSchema(),
      }),
      { description: 'Oldest first' },
    ),
    causes: Type.Array(causeJson, { description: 'Of the calls that failed; the most frequent first, at most 20' }),
    causes_total: countSchema(),
    names: namesJson,
  },
  { title: 'AuditCounts' },
)

const causeToJson = ({ first, last, ...cause }: FailureCause): Type.Static<typeof causeJson> => ({
  ...cause,
  first_at: isoTime(momentOfEntry(first)),
  last_at: isoTime(momentOfEntry(last)),
})

const sum = (bars: CountedLog['bars'], name: 'ok' | 'failed' | 'unknown'): number =>
  bars.reduce((all, bar) => all + bar[name], 0)

const countsToJson = ({ since, until, stepMs, bars, causes, causesCount, countedTo }: CountedLog) => ({
  since: isoTime(since),
  until: isoTime(until),
  step_seconds: stepMs / 1000,
  ok: sum(bars, 'ok'),
  failed: sum(bars, 'failed'),
  unknown: sum(bars, 'unknown'),
  counted_to: countedTo === null ? null : isoTime(countedTo),
  bars: bars.map((bar) => ({ ...bar, at: isoTime(bar.at) })),
  causes: causes.map(causeToJson),
  causes_total: causesCount,
})

export const countRoute = adminRoute({
  method: 'GET',
  path: '/admin/audit/counts',
  action: 'count_audit',
  summary: 'Count entries by time, and failed calls by cause',
  description: 'Takes the filters of the log. Without `since` the last seven days are counted.',
  auditTarget: () => ({ tenant: null, key: 'audit/counts' }),
  query,
  answers: { 200: jsonAnswer('The counts', countsJson) },
  async handle({ query: { bars, calls, reads, ...filterQuery }, signal }, parts) {
    const { reports, store, now } = parts
    const filter = await parseAuditFilter(filterQuery, parts)
    const counted = await reports.countEntries({ ...filter, bars, calls, reads, now: now() }, signal)
    const named = counted.causes.map(({ tenants, tokens }) => ({ tenant: tenants.only, token_id: tokens.only }))
    return json({ ...countsToJson(counted), names: await findNames(store, named) })
  },
})
