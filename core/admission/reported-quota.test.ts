import { expect, it } from 'vitest'
import { threadMs } from '../../test/thread-time.ts'
import type { Limits } from '../provider/index.ts'
import { readReportedLimit } from './reported-quota.ts'

const inAnHour = Math.floor(Date.now() / 1000) + 3600
const hubspot: Limits['headers'] = {
  remaining: 'X-HubSpot-RateLimit-Remaining',
  limit: 'X-HubSpot-RateLimit-Max',
  reset: { header: 'X-HubSpot-RateLimit-Interval-Milliseconds', unit: 'ms' },
}
const withoutLimit: Limits['headers'] = { remaining: 'X-Left', reset: { header: 'X-Reset', unit: 's' } }

const rows: [form: Limits['headers'], headers: Record<string, string>, reported: object | undefined][] = [
  // Seconds are counted as one more, because they may have been rounded down.
  [
    'RateLimit',
    { ratelimit: '"default";r=50;t=30', 'ratelimit-policy': '"default";q=100;w=60' },
    { resource: 'default', limit: 100, left: 50, resetMs: 31_000 },
  ],
  [
    'RateLimit',
    {
      ratelimit: '"burst";r=90;t=3, "daily";r=7;t=4000',
      'ratelimit-policy': '"burst";q=100;w=60,"daily";q=1000;w=86400',
    },
    { resource: 'daily', limit: 1000, left: 7, resetMs: 4_001_000 },
  ],
  [
    'RateLimit',
    { ratelimit: '"default";r=50;t=30' },
    { resource: 'default', limit: undefined, left: 50, resetMs: 31_000 },
  ],
  [
    'RateLimit',
    { ratelimit: '"p";r=5', 'ratelimit-policy': '"p";q=10;w=60' },
    { resource: 'p', limit: 10, left: 5, resetMs: 61_000 },
  ],
  ['RateLimit', { ratelimit: '"p";r=5', 'ratelimit-policy': '"p";q=10' }, undefined],
  [
    'RateLimit',
    { ratelimit: '"bytes";r=1;t=5, "calls" ; r=9 ; t=6', 'ratelimit-policy': '"bytes";q=9000;qu="content-bytes";w=60' },
    { resource: 'calls', limit: undefined, left: 9, resetMs: 7000 },
  ],
  [
    'RateLimit',
    { ratelimit: '"a, b";r=3;pk=:c2VjcmV0:;t=9' },
    { resource: 'a, b', limit: undefined, left: 3, resetMs: 10_000 },
  ],
  [
    'RateLimit',
    { ratelimit: 'limit=100, remaining=50, reset=5' },
    { resource: '', limit: 100, left: 50, resetMs: 6000 },
  ],
  // Names without quotes, members in another order, and repeated headers (ietf-wg-httpapi/ratelimit-headers#137).
  [
    'RateLimit',
    {
      ratelimit: 'policy1;r=20;t=20, policy2;r=7;t=300',
      'ratelimit-policy': 'policy1;q=100;w=3600, policy2;q=1000;w=36400;',
    },
    { resource: 'policy2', limit: 1000, left: 7, resetMs: 301_000 },
  ],
  [
    'RateLimit',
    { ratelimit: 'default; r=50; t=30' },
    { resource: 'default', limit: undefined, left: 50, resetMs: 31_000 },
  ],
  ['RateLimit', { ratelimit: 'remaining=50, reset=5' }, { resource: '', limit: undefined, left: 50, resetMs: 6000 }],
  ['RateLimit', { ratelimit: 'reset=5;remaining=50;limit=100' }, { resource: '', limit: 100, left: 50, resetMs: 6000 }],
  ['RateLimit', { ratelimit: 'limit=100, reset=5' }, undefined],
  [
    'X-RateLimit-*',
    { 'x-ratelimit-remaining': '41, 41', 'x-ratelimit-limit': '50', 'x-ratelimit-reset': '20, 20' },
    { resource: '', limit: 50, left: 41, resetMs: 21_000 },
  ],
  [
    'X-RateLimit-*',
    { 'x-ratelimit-remaining': '19, 3', 'x-ratelimit-reset': '1, 60' },
    { resource: '', limit: undefined, left: 3, resetMs: 61_000 },
  ],
  [
    'X-RateLimit-*',
    { 'x-ratelimit-limit': '1, 15000', 'x-ratelimit-remaining': '0, 14523', 'x-ratelimit-reset': '1, 1419704' },
    { resource: '', limit: undefined, left: 0, resetMs: 2000 },
  ],
  [
    withoutLimit,
    { 'x-left': '900, 0', 'x-reset': '5, 3600' },
    { resource: '', limit: undefined, left: 0, resetMs: 3_601_000 },
  ],
  ['X-RateLimit-*', { 'x-ratelimit-remaining': '19, x', 'x-ratelimit-reset': '1' }, undefined],
  ['RateLimit', { ratelimit: '50' }, undefined],
  ['RateLimit', { ratelimit: '"default";r=many;t=30' }, undefined],
  ['RateLimit', { 'ratelimit-remaining': '50', 'ratelimit-reset': '5' }, undefined],
  [
    'RateLimit-*',
    { 'ratelimit-limit': '100', 'ratelimit-remaining': '0', 'ratelimit-reset': '5' },
    { resource: '', limit: 100, left: 0, resetMs: 6000 },
  ],
  [
    'RateLimit-*',
    { 'ratelimit-limit': '100, 100;w=60', 'ratelimit-remaining': '1', 'ratelimit-reset': '0' },
    { resource: '', limit: undefined, left: 1, resetMs: 1000 },
  ],
  [
    'X-RateLimit-*',
    { 'x-ratelimit-remaining': '41', 'x-ratelimit-limit': '5000', 'x-ratelimit-reset': '20' },
    { resource: '', limit: 5000, left: 41, resetMs: 21_000 },
  ],
  ['X-RateLimit-*', { 'x-ratelimit-remaining': '41' }, undefined],
  ['X-RateLimit-*', { 'x-ratelimit-remaining': '-1', 'x-ratelimit-reset': '20' }, undefined],
  ['X-RateLimit-*', { 'x-ratelimit-remaining': '1', 'x-ratelimit-reset': 'soon' }, undefined],
  [
    'X-RateLimit-*',
    { 'x-ratelimit-remaining': '1', 'x-ratelimit-reset': '999999999' },
    { resource: '', limit: undefined, left: 1, resetMs: 31 * 86_400_000 },
  ],
  [
    'X-RateLimit-*',
    { 'x-ratelimit-remaining': '1', 'x-ratelimit-reset': '1600000000' },
    { resource: '', limit: undefined, left: 1, resetMs: 1 },
  ],
  [
    hubspot,
    {
      'x-hubspot-ratelimit-max': '190',
      'x-hubspot-ratelimit-remaining': '187',
      'x-hubspot-ratelimit-interval-milliseconds': '10000',
    },
    { resource: '', limit: 190, left: 187, resetMs: 10_000 },
  ],
  [hubspot, {}, undefined],
  [withoutLimit, { 'x-left': '3', 'x-reset': '1.5' }, { resource: '', limit: undefined, left: 3, resetMs: 2500 }],
  ['Retry-After', { 'retry-after': '5', 'x-ratelimit-remaining': '1', 'x-ratelimit-reset': '20' }, undefined],
]

it.each(rows)('by the form %j the headers %j tell %j', (headers, vendorHeaders, reported) => {
  expect(readReportedLimit(new Headers(vendorHeaders), { headers })).toEqual(reported)
})

it('what GitHub sends names the limit, and its Unix time becomes a wait', () => {
  const headers = new Headers({
    'x-ratelimit-limit': '30',
    'x-ratelimit-remaining': '29',
    'x-ratelimit-reset': String(inAnHour),
    'x-ratelimit-used': '1',
    'x-ratelimit-resource': 'search',
  })
  const limit = readReportedLimit(headers, { headers: 'X-RateLimit-*' })
  expect(limit).toMatchObject({ resource: 'search', limit: 30, left: 29 })
  expect(limit?.resetMs).toBeGreaterThan(3_599_000)
  expect(limit?.resetMs).toBeLessThanOrEqual(3_601_000)
})

it('a field that is made to be slow is read at once', () => {
  const begun = threadMs()
  readReportedLimit(new Headers({ ratelimit: `"a"${';a'.repeat(40_000)}${'"'.repeat(40_000)}` }), {
    headers: 'RateLimit',
  })
  expect(threadMs() - begun).toBeLessThan(1000)
})
