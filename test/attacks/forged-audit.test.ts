// Test lanes: slow

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tokenOf } from '../client.ts'
import { type StageProcess, searchFor, startStageProcess } from '../e2e/stage.ts'

let stage: StageProcess
beforeAll(async () => {
  stage = await startStageProcess({ env: { LOG_LEVEL: 'info' } })
  await stage.ready('acme')
})
afterAll(() => stage.stop())

interface Entry {
  readonly id: string
  readonly key: string
  readonly request_id: string
  readonly action: string | null
}

const audit = async (search: string): Promise<Entry[]> =>
  (await stage.admin('GET', `/admin/audit?${search}`)).body.entries

const callTool = (name: string, headers: Readonly<Record<string, string>>) =>
  stage.send(
    'POST',
    '/mcp',
    { authorization: `Bearer ${tokenOf('acme')}`, accept: 'application/json, text/event-stream', ...headers },
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: {} } },
  )

const callDomain = (domain: string, headers: Readonly<Record<string, string>>) =>
  stage.call('acme', encodeURIComponent(domain), searchFor('ada@example.com'), { headers })

/** Valid keys of our entries, and invalid ones. */
const forged = [
  'hubspot/main',
  'hubspot/sales-eu',
  'tenants/globex',
  'tokens/globex/hubspot/main',
  'keys/0123456789ab',
  'constructor',
  '__proto__',
  'nosuch',
]

describe('a caller who names a domain that looks like a key of the audit log', () => {
  test.each(forged)('%s is recorded as unknown, by REST and by MCP, also in the log', async (domain) => {
    const id = `forged-${forged.indexOf(domain)}`
    const before = await audit(`key=${encodeURIComponent(domain)}`)
    expect((await callDomain(domain, { 'x-request-id': id })).body.code).toBe('CONFIG_MISSING')
    await callTool(domain, { 'x-request-id': id })

    expect(await audit(`key=${encodeURIComponent(domain)}`)).toEqual(before)
    const entries = (await audit('tenant=acme&key=unknown')).filter(({ request_id }) => request_id === id)
    expect(entries).toMatchObject([
      { source: 'mcp', action: null, code: 'CONFIG_MISSING' },
      { source: 'rest', action: null, code: 'CONFIG_MISSING' },
    ])
    const lineOf = () => stage.output.stdout.split('\n').find((line) => line.includes(`"request_id":"${id}"`))
    await expect.poll(lineOf).toMatch(/"key":"unknown"/)
    expect(lineOf()).not.toContain(domain)
  })

  test('that is registered and not theirs is recorded by its name', async () => {
    await stage.admin('PUT', '/admin/tenants/bare', { name: 'Bare', status: 'active', providers: {} })
    await stage.admin('POST', '/admin/auth', { tenant_id: 'bare', token: tokenOf('bare') })
    await stage.call('bare', 'hubspot', searchFor('ada@example.com'))
    expect(await audit('tenant=bare&source=rest')).toMatchObject([{ key: 'hubspot', code: 'CONFIG_MISSING' }])
  })
})

describe('a caller who chooses the request id of another call', () => {
  const call = (requestId: string) => callDomain('hubspot', { 'x-request-id': requestId })

  test('neither hides nor replaces its entry, which its own id finds', async () => {
    await call('chosen')
    const [victim] = await audit('tenant=acme&limit=1')
    // The request id of another call, and the id of its entry.
    for (const requestId of ['chosen', victim?.id ?? '']) await call(requestId)

    expect(await audit(`id=${victim?.id}`)).toEqual([victim])
    const newest = await audit('tenant=acme&limit=3')
    expect(newest.map(({ request_id }) => request_id)).toEqual([victim?.id, 'chosen', 'chosen'])
    for (const entry of newest) expect(await audit(`id=${entry.id}`)).toEqual([entry])
  })

  test('an id is found together with the other filters, and nothing is found by an id that no entry has', async () => {
    await call('chosen')
    const [entry] = await audit('tenant=acme&limit=1')
    expect(await audit(`id=${entry?.id}&tenant=acme&source=rest`)).toEqual([entry])
    expect(await audit(`id=${entry?.id}&tenant=globex`)).toEqual([])
    expect(await audit('id=00000000-0000-7000-8000-000000000000')).toEqual([])
    const wrong = await stage.admin('GET', '/admin/audit?id=chosen')
    expect(wrong.body).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ path: '/id' }] })
  })
})
