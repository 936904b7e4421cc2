import { setImmediate, setTimeout as wait } from 'node:timers/promises'
import { CLIENT_CAPABILITIES_META_KEY } from '@modelcontextprotocol/server'
import { tokenOf } from '../../client.ts'
import { toolCall } from '../../mcp/messages.ts'
import { answer, type Behaviour, startScripted } from '../../providers/scripted.ts'
import type { Stage } from '../stage.ts'

/** A request that may be broken off. Resolves with the status when the answer is there to its last byte; a tool's error is 500. */
export type Breakable = (signal: AbortSignal) => Promise<number>

const contacts = { object_type: 'contacts', object_id: '1' }

/** Takes the name of each contact that is made, answers the rest, and both after a while. */
export const startVendor = async (pauseMs: () => number) => {
  const made: string[] = []
  const behave: Behaviour = async (response, scene) => {
    if (scene.method === 'POST') made.push(JSON.parse(scene.body).properties.email)
    await wait(pauseMs())
    await answer(scene.method === 'POST' ? 201 : 200, { id: '1', properties: {} })(response, scene)
  }
  return { ...(await startScripted(behave)), made }
}

/** A body that comes in pieces, as over a slow connection. */
async function* pieces(): AsyncGenerator<Uint8Array> {
  for (let n = 0; n < 6; n++) {
    yield new Uint8Array(20_000).fill(n)
    await setImmediate()
  }
}

/** Requests of every kind to a gateway whose tenant `acme` is seeded, and asks before it updates a contact. */
export const createRequests = async ({ url, adminUrl, adminKey, admin }: Stage): Promise<Record<string, Breakable>> => {
  const authorization = `Bearer ${tokenOf('acme')}`
  const take = async (path: string, init: RequestInit, signal: AbortSignal): Promise<number> => {
    const response = await fetch(url + path, { ...init, signal })
    return (await response.text()).includes('"isError":true') ? 500 : response.status
  }
  const get =
    (path: string): Breakable =>
    (signal) =>
      take(path, { headers: { authorization } }, signal)
  const asAdmin =
    (path: string, method = 'GET', body?: object): Breakable =>
    async (signal) => {
      const json: Record<string, string> = body ? { 'content-type': 'application/json' } : {}
      const init = {
        method,
        headers: { 'x-admin-key': adminKey, ...json },
        ...(body && { body: JSON.stringify(body) }),
      }
      const response = await fetch(adminUrl + path, { ...init, signal })
      await response.bytes()
      return response.status
    }
  const call =
    (build: () => object, headers: Record<string, string> = {}): Breakable =>
    (signal) =>
      take(
        '/api/v1/acme/hubspot',
        {
          method: 'POST',
          headers: { authorization, 'content-type': 'application/json', ...headers },
          body: JSON.stringify(build()),
        },
        signal,
      )
  const tool =
    (query: string, name: string, build: () => Record<string, unknown>, more: object = {}): Breakable =>
    (signal) => {
      const { headers, body } = toolCall('modern', name, build(), more)
      return take(
        `/mcp${query}`,
        { method: 'POST', headers: { authorization, ...headers }, body: JSON.stringify(body) },
        signal,
      )
    }

  const read = { action: 'get', ...contacts }
  const create = () => ({
    action: 'create',
    object_type: 'contacts',
    properties: { email: `${crypto.randomUUID()}@example.com` },
  })
  const update = () => ({ action: 'update', ...contacts, properties: { firstname: crypto.randomUUID() } })
  const code = `const ids = await Promise.all(Array.from({ length: 4 }, () => call('hubspot', 'get', ${JSON.stringify(contacts)})))
    return ids.length`
  const writingCode = () =>
    `return await call('hubspot', 'create', ${JSON.stringify({ ...create(), action: undefined })})`
  const upload: Breakable = (signal) =>
    take('/api/v1/acme/files', { method: 'POST', headers: { authorization }, body: pieces() as never }, signal)

  await admin('PATCH', '/admin/tenants/acme', { options: { ask: ['hubspot:update'] } })
  const kept = await fetch(`${url}/api/v1/acme/files`, {
    method: 'POST',
    headers: { authorization },
    body: new Uint8Array(3_000_000),
  })
  const { file_id } = ((await kept.json()) as { data: { file_id: string } }).data
  const asked = await fetch(`${url}/api/v1/acme/hubspot`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(update()),
  })
  const { approval_id } = ((await asked.json()) as { data: { approval_id: string } }).data

  return {
    'a read': call(() => read),
    'a write': call(create),
    'a call by MCP': tool('?tools=domains', 'hubspot', () => read),
    'a write by call_write': tool('', 'call_write', () => {
      const { action, ...parameters } = create()
      return { provider: 'hubspot', action, parameters }
    }),
    'a look for actions': tool('', 'find_actions', () => ({ query: 'contacts' })),
    'a stream': tool('?tools=domains', 'hubspot', () => read, { _meta: { progressToken: 'p' } }),
    'a run': tool('?tools=code', 'run_read', () => ({ code })),
    'a run that writes': tool('?tools=code', 'run_code', () => ({ code: writingCode() })),
    'an upload': upload,
    'a download': get(`/api/v1/acme/files/${file_id}/content`),
    'a task': tool('?tools=domains', 'hubspot', update, {
      _meta: { [CLIENT_CAPABILITIES_META_KEY]: { extensions: { 'io.modelcontextprotocol/tasks': {} } } },
    }),
    'an approval': get(`/api/v1/acme/approvals/${approval_id}`),
    'a call that waits': call(update, { prefer: 'wait=1' }),
    'a list of tenants': asAdmin('/admin/tenants'),
    'the audit log': asAdmin('/admin/audit?limit=200'),
    'a change of a tenant': asAdmin('/admin/tenants/acme', 'PATCH', { name: 'acme' }),
    'the metrics': asAdmin('/metrics'),
    'a connect page': get('/connect/unknown'),
    'a consent page': get('/oauth/authorize?client_id=unknown'),
    'the console': asAdmin('/console/'),
    'the health': get('/health'),
  }
}

/** Failures of background work, which no caller hears of, by the metrics. */
export const readBackgroundFailures = async ({ admin }: Pick<Stage, 'admin'>): Promise<readonly string[]> => {
  const { text } = await admin('GET', '/metrics')
  const lines = text.matchAll(/^patchbay_background_failures_total\{work="(\w+)"\} (\d+)$/gm)
  return [...lines].filter(([, , count]) => count !== '0').map(([line]) => line)
}
