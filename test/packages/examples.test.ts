// Test lanes: slow

/** The plugins in `examples`, written by docs/providers.md alone: generated, started and called. */
import { cpSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tokenOf } from '../client.ts'
import { answer, type Behaviour, type Scene, type Scripted, startScripted } from '../providers/scripted.ts'
import { type ServerProcess, startServerProcess } from '../server-process.ts'
import { bun, createProject } from './project.ts'

const picture = new Uint8Array([137, 80, 78, 71, 0, 255])
const base64 = Buffer.from(picture).toString('base64')

/** Two pages of results, by a cursor in the body; everything else is answered with what came. */
const notesApi: Behaviour = (response, scene) => {
  const { method, url, body } = scene
  if (url === '/v1/files/f1/content') return answer(200, picture, { 'content-type': 'image/png' })(response, scene)
  if (url === '/v1/pages/lost')
    return answer(404, { object: 'error', message: 'Could not find the page.' })(response, scene)
  if (url.endsWith('/search') || url.endsWith('/query')) {
    const { start_cursor } = JSON.parse(body) as { readonly start_cursor?: string }
    const results = start_cursor === undefined ? [{ id: 'p1' }, { id: 'p2' }] : [{ id: 'p3' }]
    return answer(200, { results, next_cursor: start_cursor === undefined ? 'c2' : null })(response, scene)
  }
  return answer(200, { did: `${method} ${url}` })(response, scene)
}

const storage = 'https://files.example.com/logo.png?signature=1'

/** Two pages of tickets, by a cursor in the query where a page size is asked for; files, which lie elsewhere. */
const deskApi: Behaviour = (response, scene) => {
  const { method, url } = scene
  const { pathname, searchParams } = new URL(url, 'http://desk')
  if (pathname.startsWith('/attachments/')) return answer(302, '', { location: storage })(response, scene)
  if (pathname.endsWith('/9'))
    return answer(404, { error: 'RecordNotFound', description: 'Not found' })(response, scene)
  if (method !== 'GET' || pathname !== '/api/v2/tickets') return answer(200, { ticket: { id: 7 } })(response, scene)
  if (!searchParams.has('page[size]')) return answer(200, { tickets: [{ id: 1 }], next_page: null })(response, scene)
  const isFirst = !searchParams.has('page[after]')
  const meta = { has_more: isFirst, after_cursor: 'c2' }
  return answer(200, { tickets: [{ id: isFirst ? 1 : 2 }], meta })(response, scene)
}

const examples = join(import.meta.dirname, 'examples')
const formOf = ({ bytes, headers }: Scene) =>
  new Response(bytes, { headers: { 'content-type': headers['content-type'] ?? '' } }).formData()

let project: Awaited<ReturnType<typeof createProject>>
let gateway: ServerProcess
let notes: Scripted
let desk: Scripted

/** As an author begins: the scaffold, whose resource is replaced by the vendor's. */
const write = async (id: string): Promise<void> => {
  const folder = join(project.root, 'providers', id)
  await bun(project.root, 'run', 'codegen', 'new', id)
  rmSync(join(folder, 'items.ts'))
  rmSync(join(folder, `${id}.test.ts`))
  cpSync(join(examples, id), folder, { recursive: true })
}

beforeAll(async () => {
  notes = await startScripted(notesApi)
  desk = await startScripted(deskApi)
  project = await createProject()
  for (const id of readdirSync(examples)) await write(id)
  await bun(project.root, 'install')
  await bun(project.root, 'run', 'codegen')
  const origins = JSON.stringify({ notes: notes.origin, desk: desk.origin })
  gateway = await startServerProcess({ cwd: project.root, env: { PROVIDER_ORIGINS: origins } })
  await gateway.seed('acme', { notes: 'notes-key' })
  const account = { id: 'main', label: 'Main', settings: { subdomain: 'acme' } }
  await gateway.admin('PUT', '/admin/tenants/help', {
    name: 'Help',
    status: 'active',
    providers: { desk: { accounts: [account] } },
  })
  await gateway.admin('POST', '/admin/auth', { tenant_id: 'help', token: tokenOf('help') })
  const credential = { access_token: 'ada@example.com/token:desk-key' }
  expect((await gateway.admin('PUT', '/admin/tokens/help/desk/main', credential)).status).toBe(200)
}, 120_000)

afterAll(async () => {
  await gateway.stop()
  project.remove()
  await notes.stop()
  await desk.stop()
})

/** A call's answer, and the requests that it made. */
const call = async (tenant: string, domain: string, body: object) => {
  const vendor = domain === 'notes' ? notes : desk
  const before = vendor.requests.length
  const { status, body: envelope } = await gateway.call(tenant, domain, body)
  return { status, ...envelope, sent: vendor.requests.slice(before) }
}

describe('a plugin for notes', () => {
  test('searches over pages, whose cursor goes into the body', async () => {
    const { data, sent } = await call('acme', 'notes', { action: 'search', query: 'plan', kind: 'page', limit: 3 })
    const filter = { property: 'object', value: 'page' }
    expect(data.results).toEqual([{ id: 'p1' }, { id: 'p2' }, { id: 'p3' }])
    expect(sent.map(({ body }: Scene) => JSON.parse(body))).toEqual([
      { query: 'plan', page_size: 3, filter },
      { query: 'plan', page_size: 1, filter, start_cursor: 'c2' },
    ])
    expect(sent[0]?.headers).toMatchObject({ authorization: 'Bearer notes-key', 'notes-version': '2026-01-01' })
  })

  test.each([
    [{ action: 'get_page', page_id: 'p1' }, 'GET /v1/pages/p1', ''],
    [
      { action: 'create_page', parent_id: 'p1', title: 'Plan' },
      'POST /v1/pages',
      { parent: { page_id: 'p1' }, title: 'Plan' },
    ],
    [{ action: 'update_page', page_id: 'p1', title: 'Plans' }, 'PATCH /v1/pages/p1', { title: 'Plans' }],
    [
      { action: 'append_blocks', page_id: 'p1', children: [{ paragraph: { text: 'Hello' } }] },
      'PATCH /v1/blocks/p1/children',
      { children: [{ paragraph: { text: 'Hello' } }] },
    ],
    [
      { action: 'query_database', database_id: 'd1', filter: { done: true } },
      'POST /v1/databases/d1/query',
      { filter: { done: true } },
    ],
  ])('sends %j as %s', async (body, line, want) => {
    const { success, sent } = await call('acme', 'notes', body)
    expect(success).toBe(true)
    expect(sent.map(({ method, url }: Scene) => `${method} ${url}`)).toEqual([line])
    expect(sent[0]?.body).toBe(want === '' ? '' : JSON.stringify(want))
  })

  test('uploads and downloads a file', async () => {
    const file = { filename: 'logo.png', media_type: 'image/png', content: base64 }
    const { sent } = await call('acme', 'notes', { action: 'upload_file', file })
    const part = (await formOf(sent[0])).get('file') as File
    expect([part.name, part.type, [...(await part.bytes())]]).toEqual(['logo.png', 'image/png', [...picture]])
    expect(await call('acme', 'notes', { action: 'download_file', file_id: 'f1' })).toMatchObject({
      data: { media_type: 'image/png', bytes: picture.length, content: base64 },
    })
  })

  test("hands on the vendor's words", async () => {
    const { status, error } = await call('acme', 'notes', { action: 'get_page', page_id: 'lost' })
    expect([status, error]).toEqual([404, 'Notes answered 404: Could not find the page.'])
  })
})

describe('a plugin for a help desk', () => {
  test('lists tickets over pages, signed in by e-mail and key', async () => {
    const { data, sent } = await call('help', 'desk', { action: 'list_tickets', limit: 2 })
    expect(data.tickets).toEqual([{ id: 1 }, { id: 2 }])
    expect(sent.map(({ url }: Scene) => decodeURIComponent(url))).toEqual([
      '/api/v2/tickets?page[size]=2',
      '/api/v2/tickets?page[size]=1&page[after]=c2',
    ])
    const { authorization } = sent[0].headers
    expect(authorization).toBe(`Basic ${Buffer.from('ada@example.com/token:desk-key').toString('base64')}`)
  })

  test('asks for a page by cursor also without a limit', async () => {
    const { data, sent } = await call('help', 'desk', { action: 'list_tickets' })
    expect(decodeURIComponent(sent[0]?.url)).toBe('/api/v2/tickets?page[size]=100')
    const after = data.meta.after_cursor
    expect((await call('help', 'desk', { action: 'list_tickets', after })).data.tickets).toEqual([{ id: 2 }])
  })

  test('uploads a file as it is, and hands on the link of another', async () => {
    const file = { media_type: 'image/png', content: base64 }
    const { sent } = await call('help', 'desk', { action: 'upload_file', filename: 'logo.png', file })
    expect(sent[0]).toMatchObject({
      url: '/api/v2/uploads?filename=logo.png',
      headers: { 'content-type': 'image/png' },
    })
    expect([...sent[0].bytes]).toEqual([...picture])
    const link = await call('help', 'desk', { action: 'get_file_link', token: 't1', name: 'logo.png' })
    expect(link.data).toEqual({ location: storage })
  })

  test('wraps tickets', async () => {
    const ticket = { subject: 'Broken', comment: 'Please help.', priority: 'high', uploads: ['u1'] }
    const { sent } = await call('help', 'desk', { action: 'create_ticket', ...ticket })
    expect(JSON.parse(sent[0].body)).toEqual({
      ticket: { subject: 'Broken', comment: { body: 'Please help.', uploads: ['u1'] }, priority: 'high' },
    })
    expect(sent[0].headers['idempotency-key']).toBeTruthy()
    const update = await call('help', 'desk', { action: 'update_ticket', ticket_id: 7, status: 'solved' })
    expect(update.sent[0]).toMatchObject({
      method: 'PUT',
      url: '/api/v2/tickets/7',
      body: '{"ticket":{"status":"solved"}}',
    })
  })

  test("hands on the vendor's words", async () => {
    const { status, error } = await call('help', 'desk', { action: 'get_ticket', ticket_id: 9 })
    expect([status, error]).toEqual([404, 'Desk answered 404: RecordNotFound: Not found'])
  })
})
