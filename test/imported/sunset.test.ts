import { apiKey, imported, read, text } from '@patchbay/core/provider'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { sliceOf } from '../../codegen/import/testing/slice-of.ts'
import { tokenOf } from '../client.ts'
import { startTestGateway } from '../gateway.ts'
import { toolCall } from '../mcp/messages.ts'
import { answer, startScripted } from '../providers/scripted.ts'
import { importedDomain } from './imported-domain.ts'

const operation = (operationId: string, summary: string, more: object = {}) => ({
  operationId,
  summary,
  responses: { 200: { description: 'Fine' } },
  ...more,
})
const document = {
  openapi: '3.0.3',
  info: { title: 'Helper', version: '1' },
  servers: [{ url: 'https://api.helper.com' }],
  paths: {
    '/assistants': { get: operation('listAssistants', 'List assistants') },
    '/threads': { get: operation('listThreads', 'List assistant threads') },
    '/videos': { get: operation('listVideos', 'List videos') },
    '/replies': { get: operation('listReplies', 'List replies of an assistant') },
    '/old': { get: operation('listOld', 'List assistants and their replies', { deprecated: true }) },
  },
}

interface Document {
  readonly list_assistants: never
  readonly list_threads: never
  readonly list_videos: never
  readonly list_replies: never
  readonly list_old: never
}

const helper = imported<Document>()({
  id: 'helper',
  title: 'Helper',
  origin: 'https://api.helper.com',
  auth: apiKey({ header: 'X-Key' }),
  actions: {
    list_replies: { from: 'list_replies', ttl: '1h' },
    list_threads: { from: 'list_threads', sunset: { on: '2031-08-26', instead: 'list_replies' } },
    get_reply: read('GET /replies/{id}', {
      description: 'Get a reply of an assistant',
      params: { id: text(9, 'Id of the reply') },
      ttl: '1h',
      sunset: { on: '2031-08-26', instead: 'list_replies' },
    }),
  },
  sunset: { list_assistants: { on: '2031-08-26', instead: 'list_replies' }, list_videos: { on: '2031-08-26' } },
})

const upstream = await startScripted(answer(200, []))
const { slice } = await sliceOf(document as never, { id: 'helper' })
const gateway = await startTestGateway({
  domains: [importedDomain(helper, slice)],
  env: { PROVIDER_ORIGINS: JSON.stringify({ helper: upstream.origin }) },
})
afterAll(async () => {
  await upstream.stop()
  await gateway.stop()
})
await gateway.seed('acme', { helper: 'key' })
afterEach(() => {
  vi.useRealTimers()
})

const on = (day: string) => vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(`${day}T12:00:00Z`) })
const headers = { authorization: `Bearer ${tokenOf('acme')}` }

const tool = async (name: string, args: Record<string, unknown>, query = '') => {
  const message = toolCall('modern', name, args)
  const { body } = await gateway.send('POST', `/mcp${query}`, { ...headers, ...message.headers }, message.body)
  return body.result.structuredContent
}
const found = async (query: string) => {
  const { data } = await tool('find_actions', { query, limit: 20 }, '?tools=search')
  return data.actions as { action: string; deprecated?: true; sunset?: object }[]
}
const listed = async (query = '') => {
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  const accept = { accept: 'application/json, text/event-stream', ...headers }
  return JSON.stringify((await gateway.send('POST', `/mcp${query}`, accept, list)).body.result.tools)
}
const ended = ['list_assistants', 'list_threads', 'get_reply', 'list_videos']
const params = (action: string) => (action === 'get_reply' ? { id: '1' } : {})

describe('an action that its vendor will end', () => {
  it.each(ended)('%s is called until then, and describe says when', async (action) => {
    on('2031-08-25')
    expect((await gateway.call('acme', 'helper', { action, ...params(action) })).status).toBe(200)
    const { data } = await tool('describe_action', { provider: 'helper', action }, '?tools=search')
    const instead = action === 'list_videos' ? {} : { instead: 'list_replies' }
    expect(data).toMatchObject({ deprecated: true, sunset: { on: '2031-08-26', ...instead } })
  })

  it('comes last where actions are found, with those that the document deprecates', async () => {
    on('2031-08-25')
    const actions = await found('list the replies of assistants')
    const last = actions.map(({ deprecated = false }) => deprecated)
    expect(actions[0]?.action).toBe('list_replies')
    expect(last).toEqual(last.toSorted())
    expect(actions.find(({ action }) => action === 'list_old')).toMatchObject({ deprecated: true })
    expect(actions.find(({ action }) => action === 'list_assistants')).toMatchObject({
      sunset: { on: '2031-08-26', instead: 'list_replies' },
    })
  })
})

describe('an action that its vendor has ended', () => {
  it.each(ended)('%s can not be called or described, and the answer says what takes its place', async (action) => {
    on('2031-08-25')
    const body = { action, ...params(action) }
    for (const _ of [1, 2]) expect((await gateway.call('acme', 'helper', body)).status).toBe(200)
    on('2031-08-27')
    const before = upstream.requests.length
    const instead = action === 'list_videos' ? '' : ': use list_replies instead'
    const error = `${action} ended at the vendor on 2031-08-26${instead}`
    const refused = { code: 'VALIDATION_ERROR', status: 400, details: [{ path: '/action', message: error }] }
    expect((await gateway.call('acme', 'helper', body)).body).toMatchObject(refused)
    expect(await tool('helper', body)).toMatchObject(refused)
    const call = { provider: 'helper', action, parameters: params(action) }
    expect(await tool('call_read', call, '?tools=search')).toMatchObject(refused)
    expect(await tool('describe_action', { provider: 'helper', action }, '?tools=search')).toMatchObject(refused)
    expect(upstream.requests.length).toBe(before)
  })

  it('is neither listed nor found', async () => {
    on('2031-08-25')
    expect(await listed()).toContain('list_threads')
    expect(await listed('?tools=actions')).toContain('helper_get_reply')
    on('2031-08-27')
    for (const query of ['', '?tools=actions']) {
      const tools = await listed(query)
      expect(tools).toContain('list_replies')
      for (const action of ended) expect(tools).not.toContain(action)
    }
    const actions = await found('list assistants threads videos replies')
    expect(actions.map(({ action }) => action).toSorted()).toEqual(['list_old', 'list_replies'])
  })

  it('may still be named by an access pattern that is stored again', async () => {
    on('2031-08-27')
    const options = { deny: ['helper:list_assistants'] }
    expect((await gateway.admin('PATCH', '/admin/tenants/acme', { options })).status).toBe(200)
  })
})

it('deprecated actions are hidden where the import is a new one, but those that the overlay keeps', async () => {
  const hiding = (await sliceOf(document as never, { id: 'helper', hidesDeprecated: true })).slice
  const named = (keep?: readonly 'list_old'[]) =>
    importedDomain({ ...helper, overlay: { ...helper.overlay, ...(keep && { keep }) } }, hiding).source.names()
  expect(named()).not.toContain('list_old')
  expect(named(['list_old'])).toContain('list_old')
})
