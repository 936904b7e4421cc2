// Test lanes: slow

/** The console is checked by the types of the admin API: an option of tenants that has no control doesn't compile. */
import { expect, test } from 'vitest'
import { compileClient } from '../compile-client.ts'

test('an option that the gateway adds does not compile without its control, and nothing else fails', async () => {
  const errors = await compileClient('console', (document) =>
    document.replaceAll('"self_connect":{', '"is_trial":{"type":"boolean"},"self_connect":{'),
  )
  expect(errors).toEqual([
    expect.stringMatching(/^console\/screens\/tenants\/tenant-options\.tsx.*'is_trial' is missing/),
  ])
}, 300_000)
