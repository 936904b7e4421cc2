// Test lanes: slow

/** Every method of both eras, with each member of its message left out, null, and of each other type. */
import { CLIENT_CAPABILITIES_META_KEY } from '@modelcontextprotocol/server'
import { expect, test } from 'vitest'
import { answer } from '../providers/scripted.ts'
import { type Era, request } from './messages.ts'
import { startMcp } from './start-mcp.ts'

const { upstream, send } = await startMcp()
upstream.play(answer(200, { ok: true }))

type Params = Readonly<Record<string, unknown>>

const clientInfo = { name: 'fuzz', version: '1', title: 'Fuzz' }
const capabilities = { roots: { listChanged: true }, sampling: {}, elicitation: { url: {} }, experimental: {} }
const call = { name: 'fixture', arguments: { action: 'get', id: '1' } }
const tasks = { [CLIENT_CAPABILITIES_META_KEY]: { extensions: { 'io.modelcontextprotocol/tasks': {} } } }
const page = 'ui://patchbay/approval.html'
const methods: Readonly<Record<Era, Readonly<Record<string, Params>>>> = {
  legacy: {
    initialize: { protocolVersion: '2025-11-25', capabilities, clientInfo, _meta: { progressToken: 'p' } },
    'notifications/initialized': {},
    'notifications/cancelled': { requestId: 1, reason: 'enough' },
    'notifications/progress': { progressToken: 1, progress: 1, total: 2, message: 'half' },
    'notifications/roots/list_changed': {},
    ping: { _meta: { progressToken: 1 } },
    'tools/list': { cursor: '', _meta: { progressToken: 1 } },
    'tools/call': { ...call, _meta: { progressToken: 1 }, task: { ttl: 1 } },
    'resources/list': { cursor: '' },
    'resources/read': { uri: page },
    'resources/templates/list': { cursor: '' },
    'resources/subscribe': { uri: page },
    'resources/unsubscribe': { uri: page },
    'prompts/list': { cursor: '' },
    'prompts/get': { name: 'x', arguments: {} },
    'logging/setLevel': { level: 'info' },
    'completion/complete': { ref: { type: 'ref/prompt', name: 'x' }, argument: { name: 'a', value: 'b' } },
    'tasks/list': { cursor: '' },
    'tasks/get': { taskId: 'x' },
    'tasks/result': { taskId: 'x' },
    'tasks/cancel': { taskId: 'x' },
    'nobody/knows': { a: 1 },
  },
  modern: {
    'server/discover': {},
    'tools/list': { cursor: '' },
    'tools/call': { ...call, inputResponses: {}, requestState: 'x', task: {} },
    'resources/list': { cursor: '' },
    'resources/read': { uri: page },
    'resources/templates/list': { cursor: '' },
    'prompts/list': { cursor: '' },
    'prompts/get': { name: 'x', arguments: {} },
    'completion/complete': { ref: { type: 'ref/prompt', name: 'x' }, argument: { name: 'a', value: 'b' } },
    'tasks/get': { taskId: 'x' },
    'tasks/update': { taskId: 'x', inputResponses: {} },
    'tasks/cancel': { taskId: 'x' },
    'subscriptions/listen': { notifications: { toolsListChanged: true } },
    'nobody/knows': {},
  },
}

const others: readonly unknown[] = [
  undefined,
  null,
  'text',
  '',
  7,
  1.5,
  true,
  [],
  ['x'],
  [null],
  {},
  { x: 1 },
  { x: null },
]

const isObject = (value: unknown): value is Params =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The paths to all members; what a tool's arguments hold is the tool's matter. */
const listPaths = (value: unknown, at: readonly string[] = []): (readonly string[])[] =>
  !isObject(value) || at.at(-1) === 'arguments'
    ? []
    : Object.entries(value).flatMap(([name, member]) => [[...at, name], ...listPaths(member, [...at, name])])

const put = (value: unknown, [name = '', ...rest]: readonly string[], other: unknown): unknown => ({
  ...Object(value),
  [name]: rest.length === 0 ? other : put(Object(value)[name], rest, other),
})

const messages = (['legacy', 'modern'] as const).flatMap((era) =>
  Object.entries(methods[era]).flatMap(([method, params]) => {
    const declared = method.startsWith('tasks/') && era === 'modern' ? { _meta: tasks } : {}
    const { headers, body } = request(era, method, { ...params, ...declared })
    const name = params.uri ?? params.taskId
    const own = era === 'modern' && typeof name === 'string' ? { ...headers, 'mcp-name': name } : headers
    return listPaths(body).flatMap((path) =>
      others.map((other) => {
        const what = `${era} ${method} ${path.join('.')} = ${JSON.stringify(other)}`
        return { what, place: path[0] ?? '', message: { headers: own, body: put(body, path, other) } }
      }),
    )
  }),
)

/** Codes for what is no message or unknown; in the current era headers may disagree with the message. */
const codes: Readonly<Record<string, readonly number[]>> = {
  jsonrpc: [-32_600],
  // The second: a request for a task that isn't there.
  id: [-32_600, -32_602],
  method: [-32_600, -32_601, -32_020],
  // The last: a capability that tasks need.
  params: [-32_602, -32_020, -32_021],
}

/** A sentence for people, without the JSON of a validator. */
const isSentence = (text: unknown): boolean =>
  typeof text === 'string' && text.length < 500 && !/[\n{]|\[\s*[{"]/.test(text)

test('is answered with a result, or with -32602 and one sentence', { timeout: 60_000 }, async () => {
  expect(messages.length).toBeGreaterThan(2000)
  const faults: string[] = []
  for (const { what, place, message } of messages) {
    const { status, text, body } = await send(message)
    const hasId = Object(message.body).id !== undefined
    const { error } = Object(body ?? JSON.parse(/^data: (.*"(?:result|error)".*)$/m.exec(text)?.[1] ?? '{}'))
    const isKnown = !what.includes('nobody/') && error?.code !== -32_601
    const isRight = error
      ? (codes[place]?.includes(error.code) || !isKnown) && isSentence(error.message)
      : status === 200 || (status === 202 && !hasId)
    if (!isRight) faults.push(`${what}: ${status} ${text.slice(0, 300)}`)
  }
  expect(faults).toEqual([])
})
