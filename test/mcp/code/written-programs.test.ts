// Test lanes: slow, long

import { afterAll, describe, expect, test } from 'vitest'
import { loadRegistry } from '../../../server/registry.ts'
import { tokenOf } from '../../client.ts'
import { startTestGateway } from '../../gateway.ts'
import { toolCall } from '../messages.ts'
import { writtenPrograms } from './written-programs.ts'

const deal = (id: number) => ({
  id: String(id),
  properties: { dealname: `Deal ${id}`, amount: String(id * 100), hubspot_owner_id: String(id % 5) },
})
const all = Array.from({ length: 12 }, (_, at) => deal(at + 1))

/** Twelve records of each type, of which a page has as many as it is asked for. */
const vendor = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  async fetch(request) {
    const { pathname, searchParams } = new URL(request.url)
    const [, id] = /^\/crm\/v3\/objects\/\w+\/?(\w+)?/.exec(pathname) ?? []
    if (id === '404') return Response.json({ message: 'there is no such record' }, { status: 404 })
    if (request.method === 'POST') return Response.json({ id: '900', properties: {} }, { status: 201 })
    if (id !== undefined) {
      const { id: own, properties } = deal(Number(id))
      return Response.json({ id: own, properties: { dealname: properties.dealname, amount: properties.amount } })
    }
    const from = Number(searchParams.get('after') ?? 0)
    const to = from + Number(searchParams.get('limit') ?? 10)
    const paging = to < all.length ? { paging: { next: { after: String(to) } } } : {}
    return Response.json({ results: all.slice(from, to), ...paging })
  },
})
const gateway = await startTestGateway({
  domains: (await loadRegistry()).filter(({ provider }) => provider.id === 'hubspot'),
  env: { PROVIDER_ORIGINS: JSON.stringify({ hubspot: vendor.url.origin }) },
})
afterAll(async () => {
  await gateway.stop()
  await vendor.stop(true)
})
await gateway.seed('acme', { hubspot: 'secret' })

const use = async (args: Record<string, unknown>, token = tokenOf('acme')) => {
  const { headers, body } = toolCall('modern', 'run_code', args)
  const authorization = `Bearer ${token}`
  const answered = await gateway.send('POST', '/mcp?tools=code', { authorization, ...headers }, body)
  const [{ text }] = answered.body.result.content
  return { text, envelope: JSON.parse(text) }
}

/** On a busy machine a run may take longer than a request. */
const run = async (code: string, parameters: object) => {
  let result = await use({ code, parameters })
  while (result.envelope.data?.state === 'running') result = await use({ run_id: result.envelope.data.run_id })
  return result
}

describe('a program as models write it runs, or is told in one try what to change', () => {
  test.each(writtenPrograms)('$habit', async ({ code, parameters = {}, gives, says }) => {
    const { text, envelope } = await run(code, parameters)
    if (says) expect(text).toMatch(says)
    else expect([envelope.error, envelope.data]).toEqual([undefined, gives])
  })
})

test('a call over the limit of the token is made again in its next minute, within the same run', async () => {
  const { token } = (await gateway.admin('POST', '/admin/auth', { tenant_id: 'acme', calls_per_minute: 3 })).body
  const code = `
    const ids = []
    for (const id of ['1', '2', '3', '4']) ids.push((await call('hubspot', 'get', { object_type: 'deals', object_id: id })).id)
    return ids`
  let { envelope } = await use({ code }, token)
  const run_id = envelope.data.run_id
  while (envelope.data?.state === 'running' || envelope.code === 'RATE_LIMITED') {
    await Bun.sleep(1000 * (envelope.retry_after ?? 0))
    envelope = (await use({ run_id }, token)).envelope
  }
  expect([envelope.error, envelope.data]).toEqual([undefined, ['1', '2', '3', '4']])
}, 150_000)
