// Test lanes: both-stores, slow

import { expect, it } from 'vitest'
import { tokenOf } from '../client.ts'
import { onlyJobs } from '../gateway.ts'
import { toolCall } from '../mcp/messages.ts'
import { sharedMongodb, withDatabase } from '../mongodb-uri.ts'
import { answer, hold, startScripted } from '../providers/scripted.ts'
import { type ServerProcess, startServerProcess } from '../server-process.ts'

const isShared = process.env.TEST_STORE === 'mongodb'

const code = `
  const create = (email) => call('hubspot', 'create', { object_type: 'contacts', properties: { email } })
  const update = (id) => call('hubspot', 'update', { object_type: 'contacts', object_id: id, properties: { name: id } })
  await update('1')
  await create('ada@example.com')
  const second = await update('2')
  try {
    return [second, await create('grace@example.com')]
  } catch (error) {
    return [second, error.code]
  }`

const record = (status: number, id: string) =>
  answer(status, {
    id,
    properties: {},
    createdAt: '2026-11-27T10:00:00Z',
    updatedAt: '2026-11-27T10:00:00Z',
    archived: false,
  })

const runCode = async (server: ServerProcess, args: Record<string, unknown>) => {
  const { headers, body } = toolCall('modern', 'run_code', args)
  const authorization = `Bearer ${tokenOf('acme')}`
  const answered = await server.send('POST', '/mcp?tools=code', { authorization, ...headers }, body)
  return JSON.parse(answered.body.result.content[0].text)
}

it('code goes on after the gateway that went on with it was killed, and no write is sent twice', async () => {
  const vendor = await startScripted(record(200, 'first'))
  const env = {
    PROVIDER_ORIGINS: JSON.stringify({ hubspot: vendor.origin }),
    CRONS: onlyJobs({}),
    ...(isShared && { MONGODB_URI: withDatabase(sharedMongodb(), 'patchbay-test-kill-code') }),
  }
  const first = await startServerProcess({ env })
  await first.seed('acme', { hubspot: 'a-token' })
  await first.admin('PATCH', '/admin/tenants/acme', { options: { ask: ['hubspot:create'] } })
  const { run_id, approvals } = (await runCode(first, { code })).data
  const [{ approval_id: id }] = approvals
  expect(vendor.requests).toHaveLength(1)

  const never = Promise.withResolvers<void>()
  const results = [record(201, 'made'), record(200, 'second')] as const
  vendor.play(...results, hold(never.promise, record(200, 'third')))
  const { digest } = (await first.admin('GET', `/admin/approvals/${id}`)).body
  await first.admin('POST', `/admin/approvals/${id}/decision`, { decision: 'approve', digest, for: '1h', any: true })
  await expect.poll(async () => (await first.admin('GET', `/admin/approvals/${id}`)).body.state).toBe('done')
  const broken = runCode(first, { run_id }).catch(() => undefined)
  await expect.poll(() => vendor.requests.length).toBe(4)
  first.child.kill('SIGKILL')
  await Promise.all([first.exited, broken])

  const { dataDir, adminKey } = first
  const last = await startServerProcess({ env, adminKey, ...(isShared ? {} : { dataDir }) })
  vendor.play(record(200, 'again'))
  // On a shared store the killed gateway counts as alive for a while.
  await expect
    .poll(() => runCode(last, { run_id }), { timeout: 60_000, interval: 200 })
    .toMatchObject({ status: 200, data: [expect.objectContaining({ id: 'second' }), 'CONFLICT'] })
  expect(vendor.requests).toHaveLength(4)
  // The write that was under way had passed by the yes that was given in advance.
  const findUnknown = async () => (await last.admin('GET', '/admin/audit?action=create&outcome=unknown')).body.entries
  await expect.poll(findUnknown, { timeout: 60_000 }).toMatchObject([{ approval_id: id, parent: run_id }])
  never.resolve()
  await last.stop()
  await vendor.stop()
}, 120_000)
