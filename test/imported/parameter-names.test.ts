import { apiKey, imported } from '@patchbay/core/provider'
import { afterAll, expect, it } from 'vitest'
import { sliceOf } from '../../codegen/import/testing/slice-of.ts'
import { tokenOf } from '../client.ts'
import { startTestGateway } from '../gateway.ts'
import { rules } from '../mcp/dialect-rules.ts'
import { request, toolCall } from '../mcp/messages.ts'
import { answer, startScripted } from '../providers/scripted.ts'
import { importedDomain } from './imported-domain.ts'

const string = { type: 'string' }
const inner = { type: 'object', properties: { '@type': string, 'created-at': string, name: string, '2d': string } }
const document = {
  openapi: '3.0.3',
  info: { title: 'Rooms', version: '1' },
  servers: [{ url: 'https://api.rooms.com' }],
  paths: {
    '/rooms/{room-id}': {
      post: {
        operationId: 'updateRoom',
        summary: 'Update a room',
        parameters: [
          { name: 'room-id', in: 'path', required: true, schema: string },
          { name: 'X-User-Id', in: 'header', required: true, schema: string },
          { name: 'Idempotency-Key', in: 'header', schema: string },
          { name: 'page-size', in: 'query', schema: { type: 'integer', enum: [10, 20] } },
          { name: '2fa.code', in: 'query', schema: string },
          { name: 'x-theme', in: 'cookie', schema: string },
        ],
        requestBody: {
          content: { 'application/json': { schema: { type: 'object', properties: { 'room-type': string, inner } } } },
        },
        responses: { 200: { description: 'Fine' } },
      },
    },
  },
}

interface Document {
  readonly update_room: never
}
const provider = (id: string) =>
  imported<Document>()({
    id,
    title: id,
    origin: 'https://api.rooms.com',
    auth: apiKey({ header: 'X-Key' }),
    actions: {},
  })

/** Names of the parameters in imports of earlier versions. */
const earlier = new Map([
  ['path room-id', 'room-id'],
  ['header X-User-Id', 'X-User-Id'],
  ['header Idempotency-Key', 'Idempotency-Key'],
  ['query page-size', 'page-size'],
  ['cookie x-theme', 'x-theme'],
  ['body room-type', 'room-type'],
])
const parameters = new Map([['POST /rooms/{room-id}', earlier]])
const upstream = await startScripted(answer(200, { ok: true }))
const made = await sliceOf(document as never, { id: 'rooms' })
const released = await sliceOf(document as never, { id: 'halls', parameters } as never)
const gateway = await startTestGateway({
  domains: [importedDomain(provider('rooms'), made.slice), importedDomain(provider('halls'), released.slice)],
  env: { PROVIDER_ORIGINS: JSON.stringify({ rooms: upstream.origin, halls: upstream.origin }) },
})
await gateway.seed('acme', { rooms: 'a-key', halls: 'a-key' })
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

const authorization = `Bearer ${tokenOf('acme')}`
const args = { room_id: '7', x_user_id: 'ada', page_size: 10, _2fa_code: '1', x_theme: 'dark', room_type: 'hall' }
const former = {
  'room-id': '7',
  'X-User-Id': 'ada',
  'page-size': 10,
  _2fa_code: '1',
  'x-theme': 'dark',
  'room-type': 'hall',
}

const sent = () => {
  const { url, headers, body } = upstream.requests.at(-1) ?? {}
  return { url, user: headers?.['x-user-id'], cookie: headers?.cookie, body: JSON.parse(String(body)) }
}
const wanted = {
  url: '/rooms/7?page-size=10&2fa.code=1',
  user: 'ada',
  cookie: 'x-theme=dark',
  body: { 'room-type': 'hall' },
}

it.each(['domains', 'effects', 'actions'])(
  'every listed tool obeys the rules of all vendors of models (%s)',
  async (surface) => {
    const { headers, body } = request('modern', 'tools/list')
    const listed = await gateway.send('POST', `/mcp?tools=${surface}`, { ...headers, authorization }, body)
    const { tools } = listed.body.result
    expect(tools.length).toBeGreaterThan(1)
    const faults = rules.flatMap((rule) =>
      tools.flatMap((tool: never) => rule.faults(tool).map((fault) => `${rule.vendor}: ${rule.says}: ${fault}`)),
    )
    expect(faults).toEqual([])
    expect(JSON.stringify(tools)).toContain('x_user_id')
  },
)

it.each([
  ['rooms', args],
  ['rooms', former],
  ['halls', args],
  ['halls', former],
])('a tool of %s is called by the names %j, and the vendor gets its own', async (domain, given) => {
  for (const name of [domain, `${domain}_write`, `${domain}_update_room`]) {
    upstream.play(answer(200, { ok: true }))
    const { headers, body } = toolCall('modern', name, { action: 'update_room', ...given, repeat: true })
    const { result } = (await gateway.send('POST', '/mcp', { ...headers, authorization }, body)).body
    expect(result.structuredContent).toMatchObject({ success: true })
    expect(result.structuredContent.coerced).toBeUndefined()
    expect(sent()).toEqual(wanted)
  }
})

it.each([
  ['rooms', args],
  ['rooms', former],
  ['halls', args],
  ['halls', former],
])('over REST %s takes the names %j', async (domain, given) => {
  const headers = { authorization, 'x-repeat': 'true' }
  const answered = await gateway.send('POST', `/api/v1/acme/${domain}`, headers, { action: 'update_room', ...given })
  expect([answered.status, answered.body.success]).toEqual([200, true])
  expect(sent()).toEqual(wanted)
})
