import { apiKey, cursor, imported, oauth2 } from '@patchbay/core/provider'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startPrism } from '../../bench/vendor/prism.ts'
import { type MockedExchange, startRecorder } from '../../bench/vendor/recorder.ts'
import { sliceOf } from '../../codegen/import/testing/slice-of.ts'
import { tokenOf } from '../client.ts'
import { startTestGateway } from '../gateway.ts'
import { toolCall } from '../mcp/messages.ts'
import { files, library, tasks } from './documents.ts'
import { importedDomain } from './imported-domain.ts'

interface Tasks {
  readonly list_tasks: 'limit' | 'offset' | 'fields'
  readonly create_task: 'data'
}

const providers = {
  library: imported<object>()({
    id: 'library',
    title: 'Library',
    origin: 'https://library.example.com',
    auth: apiKey({ header: 'X-Key' }),
    actions: {},
  }),
  tasks: imported<Tasks>()({
    id: 'tasks',
    title: 'Tasks',
    origin: 'https://tasks.example.com',
    auth: oauth2({
      authorize: 'https://tasks.example.com/authorize',
      token: 'https://tasks.example.com/token',
      scopes: {},
      rotates: false,
    }),
    actions: {
      tasks_of_project: {
        from: 'list_tasks',
        keep: ['fields'],
        ttl: '30s',
        pages: cursor({ items: '/data', next: '/next', into: 'offset', size: { into: 'limit', max: 2 } }),
      },
      create_task: { from: 'create_task', wrap: 'data', rename: { title: 'name' } },
    },
  }),
  drawer: imported<object>()({
    id: 'drawer',
    title: 'Drawer',
    origin: 'https://drawer.example.com',
    auth: apiKey({ query: 'key' }),
    actions: {},
  }),
}

/** Pages of a list, where the mock has one example only. */
const withPages = (request: Request): Response | undefined => {
  const url = new URL(request.url)
  if (request.method !== 'GET' || !url.pathname.endsWith('/tasks')) return undefined
  const from = Number(url.searchParams.get('offset') ?? 0)
  const data = [1, 2, 3, 4, 5].slice(from, from + Number(url.searchParams.get('limit') ?? 2))
  return Response.json({ data, ...(from + data.length < 5 && { next: String(from + data.length) }) })
}

const startStage = async () => {
  const prism = await startPrism([library, tasks, files] as never)
  const recorder = startRecorder(prism.origin, ['/v1', '/api'])
  const paged = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const judged = await fetch(request.url.replace(/^http:\/\/[^/]*/, recorder.origin), request)
      return (judged.ok ? withPages(request) : undefined) ?? judged
    },
  })
  const origins = Object.fromEntries(Object.keys(providers).map((id) => [id, `http://127.0.0.1:${paged.port}`]))
  const domains = await Promise.all(
    Object.entries({ library, tasks, drawer: files }).map(async ([id, document]) => {
      const { slice } = await sliceOf(structuredClone(document) as never, { id })
      return importedDomain(providers[id as keyof typeof providers], slice)
    }),
  )
  const gateway = await startTestGateway({ domains, env: { PROVIDER_ORIGINS: JSON.stringify(origins) } })
  await gateway.seed('acme', { library: 'key', tasks: 'token', drawer: 'key' })
  const headers = { authorization: `Bearer ${tokenOf('acme')}` }
  return {
    rest: (domain: string, action: string, params: object) => gateway.call('acme', domain, { action, ...params }),
    async mcp(domain: string, args: Record<string, unknown>) {
      const { headers: own, body } = toolCall('modern', domain, args)
      return (await gateway.send('POST', '/mcp', { ...headers, ...own }, body)).body.result.structuredContent
    },
    async tools(query = '') {
      const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
      const accept = { accept: 'application/json, text/event-stream', ...headers }
      return (await gateway.send('POST', `/mcp${query}`, accept, list)).body.result.tools
    },
    take: () => recorder.take(),
    stop: () => Promise.all([gateway.stop(), paged.stop(true), recorder.stop(), prism.stop()]),
  }
}

let stage: Awaited<ReturnType<typeof startStage>>
beforeAll(async () => {
  stage = await startStage()
})
afterAll(() => stage.stop())

const png = Buffer.from([137, 80, 78, 71]).toString('base64')

type Case = readonly [what: string, domain: string, action: string, params: object, want: readonly object[]]

/** Prism judges each request by the original document: `problems` are its words. */
const cases: readonly Case[] = [
  [
    'a list with its own separator',
    'library',
    'list_books',
    { subjects: ['a', 'b'], year: 1900 },
    [{ method: 'GET', url: '/v1/books?subjects=a%7Cb&year=1900', headers: { 'x-key': 'key' } }],
  ],
  [
    'a body with a circle',
    'library',
    'add_book',
    { title: 'One', sequel: { title: 'Two', sequel: { title: 'Three' } } },
    [{ body: '{"title":"One","sequel":{"title":"Two","sequel":{"title":"Three"}}}' }],
  ],
  [
    'a form',
    'library',
    'borrow_book',
    { isbn: '1/2', days: 7, note: 'a b' },
    [{ url: '/v1/books/1%2F2/borrow', body: 'days=7&note=a%20b' }],
  ],
  [
    'pages up to the limit, under an OAuth token',
    'tasks',
    'tasks_of_project',
    { limit: 5, fields: ['name', 'due'] },
    [
      { url: '/api/tasks?fields=name,due&limit=2', headers: { authorization: 'Bearer token' } },
      { url: '/api/tasks?fields=name,due&limit=2&offset=2' },
      { url: '/api/tasks?fields=name,due&limit=1&offset=4' },
    ],
  ],
  [
    'a body in its envelope',
    'tasks',
    'create_task',
    { title: 'A', due: null, parent: { name: 'B' } },
    [{ body: '{"data":{"name":"A","due":null,"parent":{"name":"B"}}}' }],
  ],
  [
    'a body that is a list, and a query in JSON',
    'tasks',
    'search_tasks',
    { where: { a: [1] }, body: ['x'] },
    [{ url: '/api/tasks/search?where=%7B%22a%22%3A%5B1%5D%7D', body: '["x"]' }],
  ],
  [
    'an upload',
    'drawer',
    'upload_file',
    { file: { filename: 'a.png', media_type: 'image/png', content: png }, folder: 'b' },
    [
      {
        url: '/files?key=key',
        body: expect.stringMatching(/name="file"; filename="a.png"[\s\S]*PNG[\s\S]*name="folder"/),
      },
    ],
  ],
  [
    'bytes',
    'drawer',
    'replace_content',
    { name: 'a b', body: { media_type: 'application/octet-stream', content: png } },
    [{ url: '/files/a%20b/content?key=key', headers: { 'content-type': 'application/octet-stream' } }],
  ],
  ['no credential where the document has none', 'drawer', 'get_status', {}, [{ url: '/status' }]],
  ['a text', 'drawer', 'write_note', { name: 'a', body: 'Hello' }, [{ method: 'PUT', body: 'Hello' }]],
]

const judged = (exchanges: readonly MockedExchange[]) =>
  exchanges.map(({ request: { method, url, headers, body }, problems }) => ({ method, url, headers, body, problems }))

describe('an imported action is sent as its document has it', () => {
  test.each(cases)('%s', async (_, domain, action, params, want) => {
    const answer = await stage.rest(domain, action, params)
    expect([answer.status, answer.body.success]).toEqual([200, true])
    const exchanges = judged(stage.take())
    expect(exchanges).toMatchObject(want)
    expect(exchanges.flatMap(({ problems }) => problems)).toEqual([])

    const before = exchanges.map(({ url }) => url)
    const tool = await stage.mcp(domain, { action, ...params })
    expect(tool.success).toBe(true)
    // The second call of a read with a `ttl` is answered from the cache.
    expect(judged(stage.take()).map(({ url }) => url)).toEqual(action === 'tasks_of_project' ? [] : before)
  })

  test('a download is answered in base64, and a model gets a picture beside its answer', async () => {
    const { body } = await stage.rest('drawer', 'download_file', { name: 'a' })
    expect(body.data).toMatchObject({ media_type: 'image/png', content: expect.any(String) })
    const { data } = await stage.mcp('drawer', { action: 'download_file', name: 'a' })
    expect(data).toEqual({ media_type: 'image/png', bytes: body.data.bytes })
    const exchange = { url: '/files/a/content?key=key', headers: { accept: '*/*' }, problems: [] }
    expect(judged(stage.take())).toMatchObject([exchange, exchange])
  })

  test('pages are answered as one list', async () => {
    expect((await stage.rest('tasks', 'tasks_of_project', { limit: 4, fields: ['name'] })).body.data.data).toEqual([
      1, 2, 3, 4,
    ])
    stage.take()
  })
})

test.each([
  ['library', 'add_book', { title: 'x'.repeat(50) }, [{ path: '/title', message: 'must have at most 40 characters' }]],
  [
    'library',
    'add_book',
    { title: 'a', sequel: { sequel: {} } },
    [
      { path: '/sequel/title', message: 'is required' },
      { path: '/sequel/sequel/title', message: 'is required' },
    ],
  ],
  ['library', 'borow_book', {}, [{ path: '/action', message: expect.stringContaining('did you mean `borrow_book`?') }]],
  [
    'tasks',
    'create_task',
    { titel: 'a', title: 'b' },
    [{ path: '/titel', message: 'unknown parameter; did you mean `title`?' }],
  ],
])('a call of %s.%s with %j is refused before anything is sent', async (domain, action, params, details) => {
  const { status, body } = await stage.rest(domain, action, params)
  expect([status, body.code, body.details]).toEqual([400, 'VALIDATION_ERROR', details])
  expect(stage.take()).toEqual([])
})

describe('for models', () => {
  test('the tool of a domain names its other actions by group', async () => {
    const [tool] = (await stage.tools()).filter(({ name }: { name: string }) => name === 'tasks')
    expect(tool.description).toContain('1 other actions, by group: search 1.')
    expect(tool.inputSchema.properties).toMatchObject({ title: { type: 'string' }, query: {}, pointer: {} })
  })

  test('the surface of actions lists those of the overlay alone', async () => {
    const names = (await stage.tools('?tools=actions')).map(({ name }: { name: string }) => name)
    expect(names.filter((name: string) => name.startsWith('tasks_'))).toEqual([
      'tasks_tasks_of_project',
      'tasks_create_task',
    ])
  })

  test('others are found and described by actions of the same tool', async () => {
    const { data } = await stage.mcp('tasks', { action: 'find', query: 'search for tasks' })
    expect(data.actions[0]).toEqual({
      provider: 'tasks',
      action: 'search_tasks',
      effect: 'write',
      classes: ['unclassed'],
      description: 'Search tasks',
      required: [],
    })
    const described = await stage.mcp('tasks', { action: 'describe', name: 'search_tasks' })
    expect(described.data).toMatchObject({
      call_with: 'tasks',
      parameters: { properties: { body: { anyOf: [{ type: 'array' }, { properties: { name: {} } }] } } },
    })
    const pointer = '/properties/body/anyOf/1/properties/parent'
    const deeper = await stage.mcp('tasks', { action: 'describe', name: 'search_tasks', pointer })
    expect(deeper.data.schema).toMatchObject({ type: 'object', required: ['name'] })
    expect(stage.take()).toEqual([])
  })

  test.each([
    [{ action: 'find' }, '/query', 'is required'],
    [{ action: 'describe', name: 'gone' }, '/name', 'the action find finds the actions'],
    [{ action: 'describe', name: 'create_task', pointer: '/x' }, '/pointer', 'points to nothing'],
  ])('%j is refused', async (args, path, message) => {
    const { code, details } = await stage.mcp('tasks', args)
    expect([code, details]).toEqual(['VALIDATION_ERROR', [{ path, message: expect.stringContaining(message) }]])
  })

  test('only reads are found by the tool for reads', async () => {
    const { data } = await stage.mcp('tasks_read', { action: 'find', query: 'task' })
    expect(data.actions.map(({ action }: { action: string }) => action)).toEqual(['tasks_of_project'])
  })
})
