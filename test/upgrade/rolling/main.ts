/**
 * `bun test/upgrade/rolling/main.ts <checkout of before> [--seconds 15]`: two gateways of that checkout on one MongoDB, under load of all kinds,
 * are replaced one after the other by gateways of this one. Fails where a caller got a wrong answer, or where what was acknowledged wasn't
 * done exactly once, or a refresh token was used twice. At last the secret of an application is renewed.
 */
import { resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createBrowser } from '../../connect/start-vendor.ts'
import { startMongod } from '../../mongodb.ts'
import { withDatabase } from '../../mongodb-uri.ts'
import { type ServerProcess, startServerProcess } from '../../server-process.ts'
import { askingTenant, putLoad, refreshingTenants, tenant } from './load.ts'
import { startRotatingVendor } from './rotating-vendor.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: 'string', default: '15' } },
})
const [before] = positionals
const phaseMs = Number(values.seconds) * 1000
if (before === undefined || !(phaseMs > 0))
  throw new Error('usage: bun test/upgrade/rolling/main.ts <checkout> [--seconds 15]')

/** Creations by contact. */
const effects = new Map<string, number>()
const vendor = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  async fetch(request) {
    const { pathname } = new URL(request.url)
    if (pathname.endsWith('/search')) return Response.json({ total: 0, results: [] })
    const { properties } = (await request.json()) as { properties: { email: string } }
    effects.set(properties.email, (effects.get(properties.email) ?? 0) + 1)
    return Response.json({ id: `${effects.size}`, properties }, { status: 201 })
  },
})
const rotating = startRotatingVendor()
const mongod = await startMongod()
process.env.TEST_STORE = 'mongodb'
process.env.TEST_MONGODB_URI = mongod.uri
const env = {
  MONGODB_URI: withDatabase(mongod.uri, 'rolling'),
  PROVIDER_ORIGINS: JSON.stringify({ hubspot: vendor.url.origin, zoom: rotating.origin }),
  ALLOWED_PRIVATE_HOSTS: rotating.host,
}
const start = async (cwd?: string): Promise<ServerProcess> => {
  const server = await startServerProcess({ env, ...(cwd !== undefined && { cwd }) })
  if (server.url === '') throw new Error(`${cwd ?? 'this checkout'} did not start: ${server.output.stderr}`)
  return server
}

const storeApplication = async (gateway: ServerProcess, secret: string): Promise<void> => {
  const app = rotating.application(secret)
  const { status, text } = await gateway.send('PUT', '/admin/apps/zoom', { 'x-admin-key': gateway.adminKey }, app)
  if (status >= 300) throw new Error(`the application wasn't stored: ${text}`)
}

/**
 * A rule that gateways before 0.3 would take for none is refused while one of them runs, and nothing of it stored; as a pattern it is
 * stored, and both kinds of gateways obey it.
 */
const storeRule = async (gateway: ServerProcess, isRefused: boolean): Promise<void> => {
  const send = (rule: unknown) =>
    gateway.send(
      'PATCH',
      `/admin/tenants/${askingTenant}`,
      { 'x-admin-key': gateway.adminKey },
      { options: { tools: 'domains', ask: [rule] } },
    )
  const { status, text } = await send({ pattern: 'hubspot:write', except: ['hubspot:update'] })
  if (status !== (isRefused ? 409 : 200)) throw new Error(`a rule with members was answered ${status}: ${text}`)
  const back = await send('hubspot:write')
  if (back.status !== 200) throw new Error(`a pattern was answered ${back.status}: ${back.text}`)
}

/** Connects an account as a person does, by a link of this gateway. */
const connectBy = async (gateway: ServerProcess, name: string): Promise<void> => {
  const admin = { 'x-admin-key': gateway.adminKey }
  await gateway.seed(name, {})
  const link = { tenant_id: name, provider: 'zoom', account_id: 'main' }
  const { body, text } = await gateway.send('POST', '/admin/connect', admin, link)
  if (typeof body?.url !== 'string') throw new Error(`there is no link: ${text}`)
  const owner = createBrowser()
  const { hidden } = await owner.goThrough(body.url)
  await owner.visit(`${gateway.url}/connect/confirm`, { ...hidden, decision: 'connect' })
  const shown = await gateway.send('GET', `/admin/connect/${body.connect_id}`, admin)
  if (shown.body?.status !== 'connected') throw new Error(`${name} isn't connected: ${shown.text}`)
  refreshingTenants.push(name)
}

/** True if the gateways before know rules with members: they came with level 7. */
const { currentLevel } = await import(resolve(before, 'core/store/index.ts'))
const knowsRules = currentLevel >= 7

const live = [await start(before), await start(before)]
const [first] = live
await first?.seed(tenant, { hubspot: 'secret' })
await first?.seed(askingTenant, { hubspot: 'secret' })
const asks = { options: { tools: 'domains', ask: ['hubspot:write'] } }
await first?.send('PATCH', `/admin/tenants/${askingTenant}`, { 'x-admin-key': first.adminKey }, asks)
if (first) await storeApplication(first, 'first-secret')
if (first) await connectBy(first, 'rolling-before')

let isOver = false
const loading = putLoad(
  () => live,
  () => isOver,
)
await wait(phaseMs)
for (let n = 0; n < 2; n++) {
  const next = await start()
  const old = live.shift()
  live.push(next)
  console.log(`replacing gateway ${n + 1}: it ended with ${await old?.end('SIGTERM')}`)
  if (n === 0) await connectBy(next, 'rolling-meanwhile')
  if (!knowsRules) await storeRule(next, n === 0)
  await wait(phaseMs)
}
// Every gateway is of this version now: a renewed secret reaches what either of them connected.
const [last] = live
rotating.renewSecret('second-secret')
if (last) await storeApplication(last, 'second-secret')
// The gateways obey what one was told within 2 s.
await wait(3000)
rotating.endSecret('first-secret')
await wait(phaseMs)
isOver = true
const { created, unknown, wrong, counts } = await loading

const lost = [...created].filter((email) => effects.get(email) !== 1)
const audited = await last?.send('GET', '/admin/calls?outcome=unknown', { 'x-admin-key': last.adminKey })
console.table([...counts].map(([kind, requests]) => ({ kind, requests })))
for (const fault of wrong) console.log(`wrong: ${fault}`)
for (const email of lost) console.log(`acknowledged, and done ${effects.get(email) ?? 0} times: ${email}`)
for (const fault of rotating.faults) console.log(`the vendor was asked with ${fault}`)
console.log(`${rotating.countRefreshes()} refreshes, ${rotating.faults.length} that the vendor refused`)
console.log(
  `${wrong.length} wrong answers; ${created.size} acknowledged writes, of which ${lost.length} were not done exactly once; ` +
    `${unknown.size} told as unknown, ${audited?.body?.calls?.length ?? 0} unknown in the log`,
)
await Promise.all(live.map((gateway) => gateway.end('SIGTERM')))
await mongod.stop()
await Promise.all([vendor.stop(true), rotating.stop()])
process.exit(wrong.length + lost.length + rotating.faults.length > 0 ? 1 : 0)
