// Test lanes: mongodb

/** Approvals in advance as the version before stored them, and as it still may beside this one: they say nothing of parameters. */
import { MongoClient } from 'mongodb'
import { expect, test } from 'vitest'
import { startAsking } from '../approvals/start-asking.ts'
import { tokenOf } from '../client.ts'
import { testEnvironment } from '../gateway.ts'
import { answer } from '../providers/scripted.ts'

const { gateway, upstream, ask, show, decide, withdraw, ended, countSent } = await startAsking()

test('they let nothing pass, not even the same call; they are in no list, and end at the next call', async () => {
  const body = { action: 'create', name: 'Ada' }
  const id = await ask(body)
  upstream.play(answer(201, { id: 1 }))
  await decide(id, (await show(id)).digest, 'approve', { for: '24h' })
  await ended(id)
  const client = new MongoClient(testEnvironment(gateway.dataDir).MONGODB_URI ?? '')
  const stored = client.db().collection('standing_approvals')
  const { modifiedCount } = await stored.updateMany({}, { $unset: { parameters: '' } })
  expect(modifiedCount).toBe(1)

  expect((await gateway.admin('GET', '/admin/approvals/standing')).body.standing).toEqual([])
  const sent = countSent()
  const { status, body: asked } = await gateway.call('acme', 'fixture', body, { token: tokenOf('acme') })
  expect([status, sent()]).toEqual([202, 0])
  await withdraw(asked.data.approval_id)
  expect(await stored.countDocuments()).toBe(0)
  const { entries } = (await gateway.admin('GET', '/admin/audit?action=end_standing_approval')).body
  expect(entries).toMatchObject([
    { key: `approvals/standing/${id}`, reason: 'It was given before such approvals were bound to parameters' },
  ])
  await client.close()
})
