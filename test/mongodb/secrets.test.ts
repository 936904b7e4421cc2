// Test lanes: mongodb

import { MongoClient } from 'mongodb'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tokenOf } from '../client.ts'
import { findSecret } from '../e2e/find-secret.ts'
import { type StageProcess, searchFor, startStageProcess } from '../e2e/stage.ts'
import { testEnvironment } from '../gateway.ts'
import { documentsIn } from './documents-in.ts'

let stage: StageProcess
let uri = ''
beforeAll(async () => {
  stage = await startStageProcess({ env: { LOG_LEVEL: 'trace' } })
  uri = testEnvironment(stage.dataDir).MONGODB_URI ?? ''
  await stage.ready('acme')
  await stage.call('acme', 'hubspot', searchFor('ada@example.com'))
  await stage.call('acme', 'hubspot', searchFor('ada@example.com'), { token: `${tokenOf('acme')}x` })
})
afterAll(() => stage.stop())

test('no credential, bearer token or admin key is found in the database, in any form, or in the logs', async () => {
  // The log is written in batches.
  await expect.poll(() => stage.output.stdout).toContain('"status":401')
  const { stdout, stderr } = stage.output
  const logs = [
    ['stdout', Buffer.from(stdout)],
    ['stderr', Buffer.from(stderr)],
  ] as const
  const places = new Map([...(await documentsIn(uri)), ...logs])
  // The search itself works: it finds a stored value.
  for (const place of [
    'tenants: plain',
    'bearer_tokens: plain',
    'credentials: plain',
    'audit: plain',
    'stdout: plain',
  ]) {
    expect(findSecret(places, 'acme')).toContain(place)
  }
  for (const secret of ['hubspot-access-token', 'sk_test_patchbay', tokenOf('acme'), stage.adminKey]) {
    expect(findSecret(places, secret)).toEqual([])
  }
})

test("a sealed credential that was moved to another tenant's document does not open", async () => {
  await stage.ready('beta')
  const client = new MongoClient(uri)
  const credentials = client.db().collection<{ _id: object; sealed: string }>('credentials')
  const accountOf = (tenant: string) => ({ _id: { tenant, provider: 'hubspot', account: 'main' } })
  const mine = await credentials.findOne(accountOf('acme'))
  await credentials.updateOne(accountOf('beta'), { $set: { sealed: mine?.sealed ?? '' } })
  await client.close()
  const { status, body } = await stage.call('beta', 'hubspot', searchFor('ada@example.com'))
  expect([status, body.code]).toEqual([500, 'INTERNAL_ERROR'])
})
