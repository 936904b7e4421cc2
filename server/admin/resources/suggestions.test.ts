import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findingOf } from '../../../test/contract/samples.ts'
import { type Admin, openAdmin } from '../testing/open-admin.ts'

let admin: Admin
const dayMs = 86_400_000
const daysAgo = (days: number): Date => new Date(Date.now() - days * dayMs)
beforeAll(async () => {
  admin = openAdmin()
  for (const days of [1, 6, 8, 40]) {
    const finding = findingOf({ finding: `old/${days}`, source: `${days}` })
    await admin.store.suggestions.refresh(`${days}`, [finding], daysAgo(days))
  }
})
afterAll(() => admin.close())

describe('the suggestions of the last days', () => {
  test.each([
    ['', ['1', '6']],
    ['?days=7', ['1', '6']],
    ['?days=2', ['1']],
    ['?days=10', ['1', '6', '8']],
    ['?days=365', ['1', '6', '8', '40']],
  ])('with %j come newest first, from %j days ago', async (query, want) => {
    const { suggestions } = (await admin.call('GET', `/admin/suggestions${query}`)).body
    expect(suggestions.map(({ source }: { source: string }) => source)).toEqual(want)
  })

  test.each(['days=0', 'days=366', 'days=1.5', 'days=7d', 'status=closed', 'tenant='])('refuse ?%s', async (query) => {
    expect((await admin.call('GET', `/admin/suggestions?${query}`)).body).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [{ path: `/${query.split('=')[0]}` }],
    })
  })

  test('come in pages, of one kind or severity, and are counted by both', async () => {
    for (const severity of ['low', 'high', 'high'] as const) {
      const finding = findingOf({
        finding: `a/${severity}/${Math.random()}`,
        source: `${Math.random()}`,
        severity,
        kind: 'k',
      })
      await admin.store.suggestions.refresh(finding.source, [finding], daysAgo(0))
    }
    const first = (await admin.call('GET', '/admin/suggestions?limit=2&kind=k')).body
    expect(first.suggestions).toHaveLength(2)
    const rest = (await admin.call('GET', `/admin/suggestions?limit=2&kind=k&cursor=${first.next_cursor}`)).body
    expect([rest.suggestions.length, rest.next_cursor]).toEqual([1, null])
    const high = (await admin.call('GET', '/admin/suggestions?kind=k&severity=high')).body
    expect(high.suggestions).toHaveLength(2)
    const { counts } = (await admin.call('GET', '/admin/suggestions/counts')).body
    expect(counts[0].severity).toBe('high')
    expect(counts).toContainEqual({ kind: 'k', severity: 'high', suggestions: 2 })
    expect(counts).toContainEqual({ kind: 'k', severity: 'low', suggestions: 1 })
  })

  test('take a note of up to 2000 characters', async () => {
    const [{ id }] = (await admin.call('GET', '/admin/suggestions')).body.suggestions
    const resolve = (note: string) => admin.call('PUT', `/admin/suggestions/${id}/resolve`, { body: { note } })
    expect((await resolve('x'.repeat(2001))).body.details).toMatchObject([{ path: '/note' }])
    expect((await resolve('x'.repeat(2000))).body).toMatchObject({ status: 'resolved' })
  })
})
