// Test lanes: mongodb

/** A gateway killed in the middle of a transaction: MongoDB keeps its documents locked for a minute and more. */
import { expect, onTestFinished, test } from 'vitest'
import { revocation } from '../contract/accounts/revocations.ts'
import { configuration, later, noon } from '../contract/samples.ts'
import { approvalOf, textOf } from '../contract/work/approvals.ts'
import { codeRunOf } from '../contract/work/code-runs.ts'
import { standingOf } from '../contract/work/standing-approvals.ts'
import { emptyDatabase } from '../empty-database.ts'
import { temporaryFolder } from '../gateway.ts'
import { sharedMongodb, withDatabase } from '../mongodb-uri.ts'
import { openMongoPatiently } from '../open-mongo-store.ts'
import { startServerProcess } from '../server-process.ts'
import { leaveDeadGateway } from './dead-gateway.ts'

const database = withDatabase(sharedMongodb(), 'patchbay-test-dead-gateway')

const openStore = async () => {
  await emptyDatabase(database)
  const store = await openMongoPatiently(database)
  onTestFinished(() => store.close())
  return store
}

const startServer = async () => {
  const server = await startServerProcess({ env: { MONGODB_URI: database }, dataDir: temporaryFolder() })
  onTestFinished(() => server.stop())
  return server
}

test('what it was about to end at a vendor, another gateway claims at once', async () => {
  const store = await openStore()
  await store.revocations.add(revocation(1))
  await leaveDeadGateway(database, 'revocations', { leaseMs: 600_000 })
  expect(await store.revocations.claim(noon, later(10))).toMatchObject({ id: revocation(1).id })
})

test('a tenant whose change it had begun is changed by another gateway when its lease is over', async () => {
  const store = await openStore()
  const put = () => store.tenants.put('acme', configuration(), { now: noon, prune: false })
  await put()
  await leaveDeadGateway(database, 'acme', { leaseMs: 4000 })
  const changing = put()
  const endDead = async () => {
    await store.gateways.endDead()
    return (await store.gateways.fleet()).gateways
  }
  await expect.poll(endDead).toEqual([])
  // Within the 10 s that a change waits for another one.
  expect(await changing).toMatchObject({ outcome: 'replaced' })
})

test('calls are asked about and decided, and runs of code go on, while it keeps their tenant locked', async () => {
  const store = await openStore()
  await leaveDeadGateway(database, 'acme', { leaseMs: 600_000 })
  const [asked, other] = [approvalOf(1), approvalOf(2)]
  for (const record of [asked, other]) {
    expect(await store.approvals.add(record, textOf(record))).toMatchObject({ outcome: 'added' })
  }
  expect(await store.approvals.swap(asked.version, { ...asked, state: 'approved', version: 'next' })).toBe(true)
  expect(await store.approvals.swap('next', { ...asked, state: 'done', version: 'end' }, 'sealed')).toBe(true)
  const standing = standingOf(2)
  expect(await store.standingApprovals.give(other.version, { ...other, state: 'approved' }, standing)).toBe('given')
  expect(await store.standingApprovals.end(standing.id)).toEqual(standing)
  const run = codeRunOf(1)
  expect(await store.codeRuns.put(null, run, { id: run.id, tenant: run.tenant, sealed: 'sealed' })).toBe('stored')
  expect(await store.codeRuns.put(run.version, { ...run, state: 'running', version: 'next' })).toBe('stored')
})

test('gateways start while it keeps their admission locked, and as soon as its lease is over', async () => {
  await openStore()
  await leaveDeadGateway(database, 'gateways', { leaseMs: 15_000 })
  const server = await startServer()
  expect(server.output.stderr).toBe('')
  await expect.poll(async () => (await server.send('GET', '/health', {})).body.status).toBe('healthy')
})

test('a running gateway ends its transaction by itself', async () => {
  const server = await startServer()
  await server.seed('acme', { hubspot: 'a-token-of-hubspot' })
  await leaveDeadGateway(database, 'acme', { leaseMs: 100 })
  const { status } = await server.admin('PATCH', '/admin/tenants/acme', { name: 'Another' })
  expect(status).toBe(200)
})
