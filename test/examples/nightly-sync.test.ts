// Test lanes: slow

/** The nightly sync against a HubSpot of 250 contacts, which can keep a page back. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { sync } from '../../examples/nightly-sync/sync.ts'
import { loadRegistry } from '../../server/registry.ts'
import { tokenOf } from '../client.ts'
import { startTestGateway, temporaryFolder } from '../gateway.ts'
import { compileExample } from './compile-example.ts'
import { makeReadmeToken } from './readme-token.ts'

const contacts = Array.from({ length: 250 }, (_, n) => ({ id: String(n), properties: { email: `${n}@example.com` } }))
const asked: (string | null)[] = []
let keepsBack: string | undefined
const kept = Promise.withResolvers<void>()
const hubspot = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch(request) {
    const after = new URL(request.url).searchParams.get('after')
    asked.push(after)
    if (after !== null && after === keepsBack) {
      kept.resolve()
      return new Promise(() => undefined)
    }
    const begin = Number(after ?? 0)
    const next = begin + 100 < contacts.length && { paging: { next: { after: String(begin + 100) } } }
    return Response.json({ results: contacts.slice(begin, begin + 100), ...next })
  },
})
const gateway = await startTestGateway({
  domains: (await loadRegistry()).filter(({ provider }) => provider.id === 'hubspot'),
  env: {
    PROVIDER_ORIGINS: JSON.stringify({ hubspot: hubspot.url.origin }),
    ALLOWED_PRIVATE_HOSTS: hubspot.url.host,
  },
})
afterAll(async () => {
  await hubspot.stop(true)
  await gateway.stop()
})
const readIds = (folder: string) =>
  readFileSync(join(folder, 'contacts.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).id)
const all = contacts.map(({ id }) => id)

test('a run that is killed between two pages continues there, and every contact is written once', async () => {
  const program = compileExample('nightly-sync')
  await gateway.seed('killed', { hubspot: 'a-credential' })
  const folder = temporaryFolder()
  const env = {
    PATCHBAY_URL: gateway.url,
    PATCHBAY_TOKEN: await makeReadmeToken('nightly-sync', 'killed', gateway),
    PATCHBAY_TENANT: 'killed',
    FOLDER: folder,
  }
  const start = () => Bun.spawn(['node', 'main.js'], { cwd: program, env: { PATH: process.env.PATH, ...env } })
  keepsBack = '200'
  const first = start()
  await kept.promise
  first.kill('SIGKILL')
  await first.exited
  expect(existsSync(join(folder, 'contacts.jsonl'))).toBe(false)
  keepsBack = undefined
  asked.length = 0
  expect(await start().exited).toBe(0)
  expect([asked, readIds(folder)]).toEqual([['200'], all])
})

test('a run that is told to wait waits as long, and then continues', async () => {
  await gateway.seed('limited', { hubspot: 'a-credential' })
  const limit = (calls_per_minute: number | null) =>
    gateway.admin('PATCH', '/admin/tenants/limited', { options: { calls_per_minute } })
  await limit(1)
  const waits: number[] = []
  const wait = async (seconds: number) => {
    waits.push(seconds)
    await limit(null)
  }
  const folder = temporaryFolder()
  await sync({ url: gateway.url, token: tokenOf('limited'), tenant: 'limited', wait }, folder)
  expect(readIds(folder)).toEqual(all)
  expect(waits.length).toBeGreaterThan(0)
  for (const seconds of waits) expect(seconds).toBeGreaterThan(0)
})

test('a run that a person must help ends with the code of the error', async () => {
  await gateway.seed('unconnected', { hubspot: null })
  const settings = { url: gateway.url, token: tokenOf('unconnected'), tenant: 'unconnected' }
  await expect(sync(settings, temporaryFolder())).rejects.toThrow('TOKEN_MISSING')
})
