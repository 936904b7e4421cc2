// Test lanes: slow

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { tokenOf } from '../client.ts'
import { type Stage, searchFor, startStage } from '../e2e/stage.ts'
import { type Agent, callback, createAgent } from './agent.ts'
import { openConsent } from './user.ts'

/** A site that hosts documents; each path answers what the test put there. */
const pages = new Map<string, () => Response | Promise<Response>>()
const asked: string[] = []
const site = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch(request) {
    const { pathname } = new URL(request.url)
    asked.push(pathname)
    return pages.get(pathname)?.() ?? new Response(null, { status: 404 })
  },
})
const origin = `http://127.0.0.1:${site.port}`

let stage: Stage
let agent: Agent
beforeAll(async () => {
  stage = await startStage()
  await stage.ready('acme')
  agent = createAgent(stage.url)
})
afterAll(async () => {
  await stage.stop()
  await site.stop(true)
})
beforeEach(() => {
  asked.length = 0
})

const document = (path: string, changes: Readonly<Record<string, unknown>> = {}) => ({
  client_id: origin + path,
  client_name: 'Documented',
  redirect_uris: [callback],
  ...changes,
})
const put = (path: string, body: unknown, headers: Record<string, string> = {}): string => {
  pages.set(path, () => Response.json(body, { headers }))
  return origin + path
}

describe('a client with a metadata document', () => {
  test('is let in without registering, refreshes, and is listed and removed by its URL', async () => {
    const id = put('/client.json', document('/client.json'))
    const page = await openConsent(agent.authorizeUrl(id).url)
    expect(page.text).toContain('<bdi>Documented</bdi>')
    expect(page.text).toContain(`<strong>127.0.0.1:${site.port}</strong>`)
    const pair = await agent.connect(id, tokenOf('acme'))
    const { body } = await agent.refresh(id, pair.refresh_token)
    const call = () => stage.call('acme', 'hubspot', searchFor('a@b.c'), { token: body.access_token })
    expect((await call()).status).toBe(200)
    const { clients } = (await stage.admin('GET', '/admin/clients')).body
    expect(clients).toMatchObject([{ client_id: id, source: 'document', redirect_uris: [callback] }])
    expect((await stage.admin('DELETE', `/admin/clients/${encodeURIComponent(id)}`)).status).toBe(204)
    expect((await call()).status).toBe(401)
    expect((await agent.refresh(id, body.refresh_token)).body.error).toBe('invalid_client')
  })

  test('is fetched once for many users, and again for none of them while it is fresh', async () => {
    const id = put('/cached.json', document('/cached.json'), { 'cache-control': 'public, max-age=600' })
    const open = async () => (await openConsent(agent.authorizeUrl(id).url)).status
    expect(await Promise.all([open(), open(), open()])).toEqual([200, 200, 200])
    expect(await open()).toBe(200)
    expect(asked).toEqual(['/cached.json'])
  })

  const wrong: [what: string, path: string, answer: () => Response][] = [
    ['names another id', '/other.json', () => Response.json(document('/client.json'))],
    [
      'wants a secret',
      '/s.json',
      () => Response.json(document('/s.json', { token_endpoint_auth_method: 'client_secret_post' })),
    ],
    ['has no redirect URIs', '/none.json', () => Response.json(document('/none.json', { redirect_uris: undefined }))],
    ['is not JSON', '/text.json', () => new Response('{', { headers: { 'content-type': 'application/json' } })],
    ['is a list', '/list.json', () => Response.json([document('/list.json')])],
    ['is HTML', '/html', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
    ['is missing', '/missing.json', () => new Response(null, { status: 404 })],
    ['is elsewhere', '/moved.json', () => Response.redirect(`${origin}/client.json`)],
    ['is too large', '/large.json', () => Response.json(document('/large.json', { more: 'x'.repeat(10_240) }))],
  ]
  test.each(wrong)('whose document %s is refused, and asked for again the next time', async (_what, path, answer) => {
    pages.set(path, answer)
    for (let n = 0; n < 2; n++) {
      const { status, headers, text } = await openConsent(agent.authorizeUrl(origin + path).url)
      expect([status, headers.get('location')]).toEqual([400, null])
      expect(text).toContain('The client_id does not lead to a usable client metadata document')
    }
    expect(asked).toEqual([path, path])
  })

  test('is not sent where its document does not say', async () => {
    const id = put('/strict.json', document('/strict.json'))
    const { url } = agent.authorizeUrl(id, { redirect_uri: 'https://mallory.example/' })
    expect((await openConsent(url)).status).toBe(400)
  })
})

describe('the URL of a document', () => {
  const malformed = [
    `${origin}/client.json#x`,
    `http://user:pass@127.0.0.1:${site.port}/client.json`,
    `${origin}/a/../client.json`,
    `${origin}/`,
    origin,
    `HTTP://127.0.0.1:${site.port}/client.json`,
    'https://',
    'https:// /',
  ]
  test.each(malformed)('%j, which could be read in two ways, is not fetched', async (id) => {
    expect((await openConsent(agent.authorizeUrl(id).url)).status).toBe(400)
    expect(asked).toEqual([])
  })

  test('four documents are fetched at once over all addresses, and the next one when its turn comes', async () => {
    const own = await startStage({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
    const { promise: gate, resolve: open } = Promise.withResolvers<void>()
    const visit = (n: number) => {
      const path = `/held-${n}.json`
      pages.set(path, () => gate.then(() => Response.json(document(path))))
      const { url } = createAgent(own.url).authorizeUrl(origin + path)
      return openConsent(url, { 'x-forwarded-for': `192.0.2.${n}` })
    }
    const visits = Promise.all(Array.from({ length: 6 }, (_, n) => visit(n)))
    await expect.poll(() => asked.length).toBe(4)
    // Two more wait: a round trip later there are still four.
    expect((await own.admin('GET', '/health')).status).toBe(200)
    expect(asked).toHaveLength(4)
    open()
    expect((await visits).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
    expect(asked).toHaveLength(6)
    await own.stop()
  })

  test('an address that has many documents fetched is stopped', async () => {
    const own = await startStage()
    const visit = async (n: number): Promise<number> => {
      const { url } = createAgent(own.url).authorizeUrl(`${origin}/flood-${n}.json`)
      return (await openConsent(url)).status
    }
    const statuses: number[] = []
    // Two at once: so many are fetched for one address.
    for (let n = 0; n < 32; n += 2) statuses.push(...(await Promise.all([visit(n), visit(n + 1)])))
    await own.stop()
    expect(statuses.toSorted()).toEqual([...Array.from({ length: 30 }, () => 400), 429, 429])
    expect(asked).toHaveLength(30)
  })
})
