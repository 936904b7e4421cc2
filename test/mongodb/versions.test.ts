// Test lanes: mongodb, long

import { currentLevel, gatewayLeaseMs, type Store } from '@patchbay/core/store'
import { msOf } from '@patchbay/core/time'
import { MongoClient } from 'mongodb'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type MongoStore, openMongoStore } from '../../server/store/mongo/index.ts'
import { guardStore } from '../../server/versions/guard-store.ts'
import { joinStore, type Membership } from '../../server/versions/membership.ts'
import { configuration, hashOf, noon } from '../contract/samples.ts'
import { approvalOf, textOf } from '../contract/work/approvals.ts'
import { standingOf } from '../contract/work/standing-approvals.ts'
import { emptyDatabase } from '../empty-database.ts'
import { sharedMongodb, withDatabase } from '../mongodb-uri.ts'
import { openMongoPatiently } from '../open-mongo-store.ts'
import { type ServerProcess, startServerProcess } from '../server-process.ts'

const MONGODB_URI = withDatabase(sharedMongodb(), 'patchbay-test-versions')

const ends: (() => Promise<unknown>)[] = []
beforeEach(() => emptyDatabase(MONGODB_URI))
afterEach(async () => {
  vi.useRealTimers()
  for (const end of ends.splice(0).reverse()) await end()
})

const ending = <T extends { stop(): Promise<unknown> }>(started: T): T => {
  ends.push(() => started.stop())
  return started
}

const startNewer = async (): Promise<ServerProcess> => ending(await startServerProcess({ env: { MONGODB_URI } }))

/** A busy machine may keep a process from saying that it is alive: only tests of the lease have the real one. */
const longMs = 600_000

/** A gateway of a release that knows levels, and only the first of them. */
const startOlder = async (leaseMs = longMs): Promise<ServerProcess> => {
  const script = 'test/mongodb/older-gateway.ts'
  return ending(await startServerProcess({ env: { MONGODB_URI }, script, args: ['1', `${leaseMs}`] }))
}

/** The store as a gateway of a level uses it. */
const join = async (
  level: number,
  version: string,
): Promise<{ store: Store; membership: Membership; opened: MongoStore }> => {
  const opened = await openMongoPatiently(MONGODB_URI, level)
  ends.push(() => opened.close())
  const membership = await joinStore({
    store: opened,
    storeDescription: opened.address,
    release: { level, version, leaseMs: longMs },
    onTooOld: (error) => {
      throw error
    },
    onError: (error) => {
      throw error
    },
    onWait: (error) => {
      throw error
    },
    onRefusal: (error) => {
      throw error
    },
  })
  ends.push(() => membership.close())
  return { opened, membership, store: guardStore(opened, membership) }
}

const secret = ['*:secret']
const put = (store: Store, deny: readonly string[]) =>
  store.tenants.put(
    'acme',
    { ...configuration(), options: { ...configuration().options, deny } },
    { now: noon, prune: false },
  )

const versionsAt = async (server: ServerProcess) => (await server.admin('GET', '/admin/version')).body

describe('while an older gateway is running', () => {
  test('what it would not obey is refused and names it, everything else is stored, and both hold when it has gone', async () => {
    const older = await join(1, '0.0.9')
    const { store } = await join(2, '0.1.0')
    const refused = {
      code: 'CONFLICT',
      message: expect.stringMatching(/`secret` or `connect`.*version 0\.0\.9, since 20/),
    }
    await expect(put(store, secret)).rejects.toMatchObject(refused)
    await expect(
      store.tenantTokens.register('acme', hashOf('a'), noon, { allow: ['hubspot:connect@eu'] }),
    ).rejects.toMatchObject(refused)
    expect(await store.tenants.get('acme')).toBeUndefined()
    expect((await put(store, ['*:read'])).outcome).toBe('created')

    await older.membership.close()
    expect((await put(store, secret)).outcome).toBe('replaced')
    expect((await store.gateways.fleet()).lowest).toBe(2)
    await expect(openMongoStore(MONGODB_URI, 1)).rejects.toThrow(/newer Patchbay.*needs level 2; this one has 1/)
  })

  test('no class and no rule with conditions is stored, as it would obey neither; both are when it has gone, as they were sent', async () => {
    const older = await join(6, '0.2.0')
    const { store } = await join(7, '0.3.0')
    const refund = {
      pattern: 'stripe:create_refund',
      where: { properties: { $id: { const: 9007199254740993n } } },
      per: { day: 2 },
    }
    const ask = [{ pattern: '*:write', except: ['gmail:create_draft', refund] }, '*:read']
    const register = (members: object) => store.tenantTokens.register('acme', hashOf('a'), noon, members)
    const refused = (what: string) => ({
      code: 'CONFLICT',
      message: expect.stringMatching(`${what}.*version 0\\.2\\.0`),
    })
    await expect(put(store, ['*:pays'])).rejects.toMatchObject(refused('a class'))
    await expect(put(store, [refund] as unknown as string[])).rejects.toMatchObject(refused('a rule with conditions'))
    await expect(register({ ask })).rejects.toMatchObject(refused('a rule with conditions'))
    await expect(register({ approve: ['*:sends'] })).rejects.toMatchObject(refused('a class'))
    await older.membership.close()
    expect((await put(store, ['*:pays', refund] as unknown as string[])).outcome).toBe('created')
    expect((await store.tenants.get('acme'))?.options.deny).toEqual(['*:pays', refund])
    await register({ ask })
    expect((await store.tenantTokens.find(hashOf('a')))?.ask).toEqual(ask)
  })

  test('no approval in advance for the same parameters is given, as it would let any pass there; any may be given', async () => {
    const older = await join(5, '0.0.9')
    const { store } = await join(6, '0.1.0')
    const word = { decision: 'approve', by: 'admin', id: 'key', name: 'Ada', at: msOf(noon), reason: null } as const
    const ask = async (nth: number) => {
      const record = { ...approvalOf(nth), same: `${nth}` }
      await store.approvals.add(record, textOf(record))
      return record
    }
    const give = async (nth: number, parameters: string | null) => {
      const record = await ask(nth)
      const approved = { ...record, state: 'approved', version: 'next' } as const
      return store.standingApprovals.give(record.version, approved, standingOf(nth, { parameters }))
    }
    const say = async (nth: number, more: object) => {
      const record = await ask(nth)
      return store.approvals.swap(record.version, { ...record, decisions: [{ ...word, ...more }], version: 'next' })
    }
    const refused = { code: 'CONFLICT', message: expect.stringContaining('version 0.0.9') }
    await expect(give(1, 'digest')).rejects.toMatchObject(refused)
    expect(await store.approvals.get(approvalOf(1).id)).toMatchObject({ state: 'waiting' })
    expect(await give(2, null)).toBe('given')
    // With a quorum, the last approval may arrive at the older gateway.
    await expect(say(3, { for: '1h' })).rejects.toMatchObject(refused)
    expect([await say(4, { for: '1h', any: true }), await say(5, {})]).toEqual([true, true])
    await older.membership.close()
    expect([await give(6, 'digest'), await say(7, { for: '1h' })]).toEqual(['given', true])
  })

  test('clocks that differ by hours make no gateway dead or alive', async () => {
    const { store } = await join(1, '0.0.9')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3 * 3_600_000 })
    const ahead = await join(2, '0.1.0')
    expect((await ahead.store.gateways.fleet()).gateways).toHaveLength(2)
    await expect(put(ahead.store, secret)).rejects.toMatchObject({ code: 'CONFLICT' })
    vi.setSystemTime(Date.now() - 6 * 3_600_000)
    expect((await store.gateways.fleet()).gateways).toHaveLength(2)
    expect((await put(store, ['*:read'])).outcome).toBe('created')
  })
})

describe('gateways as processes', { timeout: 240_000 }, () => {
  test('list each other, refuse what the older one would not obey, and take it once that has gone, which is then refused', async () => {
    const [older, newer] = [await startOlder(), await startNewer()]
    const { lowest_level, gateways } = await versionsAt(newer)
    expect([
      lowest_level,
      gateways.map(({ version, level }: { version: string; level: number }) => [version, level]),
    ]).toEqual([
      1,
      [
        ['0.0.9', 1],
        ['0.2.0', currentLevel],
      ],
    ])
    expect((await versionsAt(older)).gateways).toHaveLength(2)

    const tenant = { name: 'Acme', status: 'active', providers: {}, options: { deny: ['*:secret'] } }
    const putTenant = () => newer.admin('PUT', '/admin/tenants/acme', tenant)
    const mintToken = () => newer.admin('POST', '/admin/auth', { tenant_id: 'acme', allow: ['hubspot:connect'] })
    for (const change of [putTenant, mintToken]) {
      const { status, body } = await change()
      expect([status, body.code, body.error]).toEqual([409, 'CONFLICT', expect.stringContaining('version 0.0.9')])
    }

    expect(await older.end('SIGTERM')).toBe(0)
    expect([(await putTenant()).status, (await mintToken()).status]).toEqual([201, 201])
    await expect.poll(async () => (await versionsAt(newer)).lowest_level).toBe(currentLevel)
    expect((await versionsAt(newer)).gateways).toHaveLength(1)

    const again = await startOlder()
    expect(await again.exited).toBe(1)
    expect(again.output.stderr).toMatch(
      new RegExp(
        `MongoDB, 127.*was used by a newer Patchbay.*level ${currentLevel}.*start the newer version, or restore`,
      ),
    )
  })

  test('one that was killed counts until its lease is over', async () => {
    const [older, newer] = [await startOlder(gatewayLeaseMs), await startNewer()]
    await older.end('SIGKILL')
    expect((await versionsAt(newer)).gateways).toHaveLength(2)
    await expect
      .poll(async () => versionsAt(newer))
      .toMatchObject({ lowest_level: currentLevel, gateways: [{ version: '0.2.0' }] })
  })

  test('one that stood still until newer ones had the store ends itself', async () => {
    const [older, newer] = [await startOlder(gatewayLeaseMs), await startNewer()]
    older.child.kill('SIGSTOP')
    await expect.poll(async () => (await versionsAt(newer)).lowest_level).toBe(currentLevel)
    older.child.kill('SIGCONT')
    expect(await older.exited).not.toBe(0)
    expect(older.output.stderr).toContain('was used by a newer Patchbay')
  })
})

describe('a gateway of a version that knows nothing of levels', () => {
  /** The change stream that such a gateway keeps open. */
  const followAsBefore = async (database = MONGODB_URI): Promise<MongoClient> => {
    const client = await MongoClient.connect(database, { appName: 'patchbay' })
    ends.push(() => client.close())
    const stream = client.db().collection('changes').watch()
    const opened = new Promise((resolve) => stream.once('resumeTokenChanged', resolve))
    stream.on('error', () => undefined)
    stream.on('change', () => undefined)
    await opened
    return client
  }

  test('keeps this one from its store while it runs; one on another database does not', async () => {
    await followAsBefore(withDatabase(sharedMongodb(), 'patchbay-test-versions-2'))
    const client = await followAsBefore()
    const refused = await startNewer()
    expect(await refused.exited).toBe(1)
    expect(refused.output.stderr).toMatch(
      /gateways of an earlier version run on it \(connected from 127.*stop all of them/,
    )
    await client.close()
    const started = await startNewer()
    expect(started.output.stdout).toContain('listens on')
  })

  test('finds an interrupted move at its start, which it refuses; for this one there is none', async () => {
    await startNewer()
    const client = await MongoClient.connect(MONGODB_URI)
    ends.push(() => client.close())
    // The record that its `refuseHalfMoved` reads and prints.
    const move = await client
      .db()
      .collection('transfer')
      .findOne({ _id: 'transfer' as never }, { projection: { _id: 0 } })
    expect(`this store holds an interrupted move from ${move?.from}`).toContain(
      'a newer one was started on it: start that one',
    )
    const store = await openMongoPatiently(MONGODB_URI)
    ends.push(() => store.close())
    expect(await store.transfer.progress()).toBeNull()
  })
})
