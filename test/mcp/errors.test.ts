import { describe, expect, it } from 'vitest'
import { secret } from '../call-path/start-fixture.ts'
import { answer } from '../providers/scripted.ts'
import { startMcp } from './start-mcp.ts'

const { gateway, callTool } = await startMcp()

describe('a failed call is a result that a model can act on', () => {
  const rows: [what: string, args: Record<string, unknown>, want: object][] = [
    [
      'an action that is misspelt gets the nearest one and all',
      { action: 'gett', id: '1' },
      { code: 'VALIDATION_ERROR', error: expect.stringMatching(/did you mean `get`\?/) },
    ],
    [
      'a parameter that is misspelt gets the nearest one',
      { action: 'get', id: '1', nte: 'x' },
      { details: [{ path: '/nte', message: 'unknown parameter; did you mean `note`?' }] },
    ],
    [
      'a parameter that is missing is named',
      { action: 'rename', id: '1' },
      { details: [{ path: '/name', message: 'is required' }] },
    ],
    [
      'a parameter of a wrong type is told the right one',
      { action: 'get', id: [5] },
      { details: [{ path: '/id', message: 'must be a string' }] },
    ],
    [
      'an unknown account gets the list',
      { action: 'get', id: '1', account_id: 'nobody' },
      { accounts: [{ id: 'main', label: 'Main', default: true }] },
    ],
  ]
  it.each(rows)('%s', async (_what, args, want) => {
    const { status, result, sent } = await callTool(args)
    expect({ status, sent }).toEqual({ status: 200, sent: [] })
    expect(result).toMatchObject({ isError: true, structuredContent: { status: 400, ...want } })
    expect(JSON.parse(result.content[0].text)).toEqual(result.structuredContent)
    expect(result.structuredContent.request_id).toBeTruthy()
  })

  it('a provider’s error comes with its words, and without the account’s secrets', async () => {
    const failure = answer(404, { fault: { words: `no such thing for ${secret}` } })
    const { result, text } = await callTool({ action: 'get', id: '1' }, [failure])
    expect(result).toMatchObject({ isError: true, structuredContent: { code: 'UPSTREAM_ERROR', status: 404 } })
    expect(result.structuredContent.error).toContain('no such thing')
    expect(text).not.toContain(secret)
  })

  it('a wait that the provider asks for is passed on', async () => {
    const busy = answer(429, { fault: { words: 'slow down' } }, { 'retry-after': '7' })
    const { result } = await callTool({ action: 'create', name: 'x' }, [busy])
    expect(result.structuredContent).toMatchObject({ status: 429, retry_after: 7 })
  })

  it('several accounts and none chosen lists them', async () => {
    const accounts = [
      { id: 'main', label: 'Main' },
      { id: 'us', label: 'United States' },
    ]
    await gateway.admin('PUT', '/admin/tenants/acme', {
      name: 'Acme',
      status: 'active',
      providers: { fixture: { accounts, default: 'us' } },
    })
    const { result } = await callTool({ action: 'get', id: '1' })
    expect(result.structuredContent.accounts).toEqual([
      { id: 'main', label: 'Main', default: false },
      { id: 'us', label: 'United States', default: true },
    ])
    const chosen = await callTool({ action: 'get', id: '1', account_id: 'main' })
    expect(chosen.result.structuredContent.success).toBe(true)
    await gateway.seed('acme', { fixture: secret })
  })
})

describe('arguments that a client sent as strings', () => {
  it('are taken for what they can only mean, and the answer says so', async () => {
    const { result, sent } = await callTool({ action: 'get', id: '1', filter: '{"a":"b"}' })
    expect(sent[0]?.url).toContain('filter')
    const coerced = [{ path: '/filter', message: 'the string was read as {"a":"b"}' }]
    expect(result.structuredContent).toMatchObject({ success: true, coerced })
    expect(JSON.parse(result.content[0].text).coerced).toEqual(coerced)
  })

  it('are refused where they could mean something else; REST takes the digits of a whole number alone', async () => {
    const pay = { action: 'pay', amount: '007' }
    expect((await callTool(pay)).result.structuredContent.details).toEqual([
      { path: '/amount', message: 'must be an integer' },
    ])
    const statusOf = async (amount: string) => (await gateway.call('acme', 'fixture', { action: 'pay', amount })).status
    expect([await statusOf('7'), await statusOf('007'), await statusOf(' 7'), await statusOf('7.0')]).toEqual([
      200, 400, 400, 400,
    ])
  })

  it('that are coerced but wrong are told what is wrong with the coerced one', async () => {
    const { result } = await callTool({ action: 'list_by_cursor', limit: '5000' })
    expect(result.structuredContent).toMatchObject({
      details: [{ path: '/limit', message: 'must be at most 1000' }],
      coerced: [{ path: '/limit' }],
    })
  })
})
