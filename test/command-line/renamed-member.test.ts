// Test lanes: slow

/** The command line is checked by the types of the admin API: what the gateway renames doesn't compile. */
import { expect, test } from 'vitest'
import { compileClient } from '../compile-client.ts'

test('a member, a parameter and a route that the gateway renames do not compile, and nothing else fails', async () => {
  const errors = await compileClient('cli', (document) =>
    document
      .replaceAll('"rejected_at"', '"refused_at"')
      .replaceAll('"calls_per_minute"', '"most_calls"')
      .replaceAll('"name":"outcome"', '"name":"result"')
      .replaceAll('"billable_calls"', '"paid_calls"')
      .replaceAll('"/admin/crons"', '"/admin/schedules"'),
  )
  const files = new Set(errors.map((line) => line.split('(')[0]))
  expect([...files].toSorted()).toEqual(
    ['accounts', 'audit', 'jobs', 'status', 'tokens', 'usage'].map((name) => `cli/commands/${name}.ts`),
  )
}, 300_000)
