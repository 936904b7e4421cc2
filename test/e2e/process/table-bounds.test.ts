// Test lanes: both-stores, slow

import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { type RecordKind, type RecordSet, type Records, recordKeys, type Store } from '@patchbay/core/store'
/** Every table and collection of a running gateway names what keeps it from growing for ever; where a job does, its records go. */
import { isoTime, msOf } from '@patchbay/core/time'
import { type Document, MongoClient } from 'mongodb'
import { afterEach, expect, it, vi } from 'vitest'
import { readConfiguration } from '../../../server/configuration/configuration.ts'
import type { JobName } from '../../../server/configuration/default-crons.ts'
import { openStore } from '../../../server/store/open-store.ts'
import { recordTables, tableBounds } from '../../../server/store/rules/tables.ts'
import { link } from '../../contract/accounts/connections.ts'
import { entryIdAt, unknownEffect } from '../../contract/effects/samples.ts'
import { noon } from '../../contract/samples.ts'
import { sampleRecords } from '../../contract/transfer.ts'
import { fileOf } from '../../contract/work/files.ts'
import { onlyJobs, startTestGateway, takeStoreFolder, testEnvironment } from '../../gateway.ts'

afterEach(() => {
  vi.useRealTimers()
})

/** Looks into the store beside its gateway. */
interface Look {
  names(): Promise<readonly string[]>
  /** MongoDB removes documents of the collection after a time. */
  isIndexed(name: string): Promise<boolean>
  has(table: string, key: string, value: string): Promise<boolean>
  close(): Promise<void>
}

const lookIntoMongodb = async (uri: string): Promise<Look> => {
  const client = await new MongoClient(uri).connect()
  const db = client.db()
  return {
    names: async () => (await db.listCollections().toArray()).map(({ name }) => name),
    isIndexed: async (name) =>
      (await db.collection(name).indexes()).some(({ expireAfterSeconds }) => expireAfterSeconds !== undefined),
    has: async (table, _key, value) => (await db.collection<Document>(table).findOne({ _id: value as never })) !== null,
    close: () => client.close(),
  }
}

const lookIntoSqlite = async (dataDir: string): Promise<Look> => {
  const files = ['patchbay', 'audit'].map((name) => new Database(join(dataDir, `${name}.sqlite`), { readonly: true }))
  const tables = files.flatMap((db) =>
    db
      .query<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE type = 'table'")
      .all()
      .map(({ name }) => ({ db, name })),
  )
  return {
    names: async () => tables.map(({ name }) => name),
    isIndexed: async () => false,
    has: async (table, key, value) =>
      Boolean(
        tables
          .find(({ name }) => name === table)
          ?.db.query(`SELECT 1 FROM ${table} WHERE ${key} = ?`)
          .get(value),
      ),
    close: async () => {
      for (const db of files) db.close()
    },
  }
}

const lookInto = (dataDir: string): Promise<Look> => {
  const { MONGODB_URI } = testEnvironment(dataDir)
  return MONGODB_URI ? lookIntoMongodb(MONGODB_URI) : lookIntoSqlite(dataDir)
}

it('every table and collection of a running gateway names what keeps it from growing for ever', async () => {
  const dataDir = await takeStoreFolder()
  const gateway = await startTestGateway({ dataDir })
  await gateway.seed('acme', { hubspot: 'a-token' })
  const look = await lookInto(dataDir)
  try {
    const names = await look.names()
    expect(names.filter((name) => !Object.hasOwn(tableBounds, name))).toEqual([])
    expect(recordTables.map(({ name }) => name).filter((name) => !names.includes(name))).toEqual([])
    for (const name of names) {
      const bound = tableBounds[name]
      const isIndexed = bound?.kind === 'age' && bound.by === 'index'
      expect([name, await look.isIndexed(name)]).toEqual([name, isIndexed])
    }
  } finally {
    await look.close()
    await gateway.stop()
  }
})

/** Records that end, by their tables: `goes` doesn't outlive its bound, `stays` has none. */
const records: { readonly [K in RecordKind]?: { readonly goes: Records[K][]; readonly stays?: Records[K][] } } = {
  tenantTokens: { goes: [sampleRecords.tenantTokens(2)], stays: [sampleRecords.tenantTokens(1)] },
  oauthClients: { goes: [sampleRecords.oauthClients(2)] },
  connections: {
    goes: [
      link(1),
      link(2, { status: 'connected', account: 'support', disconnected: true }),
      link(3, { status: 'connected', account: 'billing', replaced: true }),
      link(4, { status: 'connected' }),
    ],
    stays: [link(5, { status: 'connected' })],
  },
  suggestions: {
    goes: [{ ...sampleRecords.suggestions(1), status: 'resolved', is_current: false, resolved_at: isoTime(noon) }],
  },
  webhooks: { goes: [sampleRecords.webhooks(2)] },
  approvals: { goes: [sampleRecords.approvals(1), sampleRecords.approvals(2)] },
  approvalTexts: {
    goes: [1, 2].map((n) => ({ ...sampleRecords.approvalTexts(n), id: sampleRecords.approvals(n).id })),
  },
  standingApprovals: { goes: [sampleRecords.standingApprovals(1)] },
  codeRuns: { goes: [sampleRecords.codeRuns(1), sampleRecords.codeRuns(2)] },
  codeRunTexts: { goes: [sampleRecords.codeRunTexts(1), sampleRecords.codeRunTexts(2)] },
  effectKeys: { goes: [sampleRecords.effectKeys(1)] },
  unknownEffects: { goes: [unknownEffect({ id: entryIdAt(1) })] },
}

const tableNames: { readonly [K in RecordKind]?: string } = {
  tenantTokens: 'bearer_tokens',
  tokenLinks: 'token_links',
  oauthClients: 'oauth_clients',
  connections: 'connect_links',
  approvalTexts: 'approval_texts',
  standingApprovals: 'standing_approvals',
  codeRuns: 'code_runs',
  codeRunTexts: 'code_run_texts',
  effectKeys: 'effect_keys',
  unknownEffects: 'unknown_effects',
}

const failedCall = { id: entryIdAt(1), tenant: 'acme', sealed: 'sealed', due_at: msOf(noon) }

/** Tables whose bounds other tests show: the log and its sums by the job's test, revocations by the limit of tries. */
const elsewhere = ['audit', 'audit_batches', 'roll_ups', 'revocations']

const fill = async (store: Store): Promise<void> => {
  await store.transfer.records.tenants.write([{ ...sampleRecords.tenants(1), id: 'acme' }])
  for (const [kind, { goes, stays = [] }] of Object.entries(records)) {
    const set = store.transfer.records[kind as RecordKind] as RecordSet<object>
    await set.write([...goes, ...stays])
  }
  await store.files.add(fileOf(1), 100, { count: 1, bytes: 1000 })
  await store.files.finish(fileOf(1).id, { ...fileOf(1), sha256: 'abc' })
  await store.failedCalls.add(failedCall, 1)
}

/** The keys of the records that are there. */
const findLeft = async (look: Look, which: 'goes' | 'stays'): Promise<readonly string[]> => {
  const left: string[] = []
  for (const [name, each] of Object.entries(records)) {
    const kind = name as RecordKind
    const [key = ''] = recordKeys[kind]
    const table = tableNames[kind] ?? kind
    for (const record of each[which] ?? []) {
      const value = String(record[key as keyof typeof record])
      if (await look.has(table, key, value)) left.push(`${table} ${value}`)
    }
  }
  if (which === 'goes' && (await look.has('stored_files', 'id', fileOf(1).id))) left.push('stored_files')
  if (which === 'goes' && (await look.has('failed_calls', 'id', failedCall.id))) left.push('failed_calls')
  return left
}

it('what a job bounds by its age goes when its time has come, and what has no end stays', async () => {
  const unmoved = ['stored_files', 'failed_calls']
  const shown = new Set([...Object.keys(records).map((kind) => tableNames[kind as RecordKind] ?? kind), ...unmoved])
  const jobs = Object.entries(tableBounds).flatMap(([name, bound]) =>
    bound.kind === 'age' && bound.by !== 'index' && bound.by !== 'next' ? [{ name, job: bound.by }] : [],
  )
  expect(jobs.map(({ name }) => name).filter((name) => !shown.has(name) && !elsewhere.includes(name))).toEqual([])

  const dataDir = await takeStoreFolder()
  const { configuration } = readConfiguration(testEnvironment(dataDir), [])
  const opened = await openStore(configuration)
  await fill(opened.store)
  await opened.store.close()
  const names = new Set(jobs.map(({ job }) => job).filter((job) => job !== 'revocations'))
  const crons = Object.fromEntries([...names].map((name): [JobName, string] => [name, '0 0 1 1 *']))
  const day = 86_400_000
  const gateway = await startTestGateway({ dataDir, env: { CRONS: onlyJobs(crons) } })
  const look = await lookInto(dataDir)
  try {
    expect((await findLeft(look, 'goes')).length).toBeGreaterThanOrEqual(shown.size)
    const stays = await findLeft(look, 'stays')
    // Records that end in one run are removed in a later one.
    for (const days of [400, 800]) {
      vi.setSystemTime(noon.getTime() + days * day)
      for (const name of names) {
        const run = async () => (await gateway.admin('POST', `/admin/jobs/${name}/run`)).body
        // The thread that reads the log may take long to start on a busy machine.
        await expect.poll(run, { timeout: 60_000 }).toMatchObject({ name, outcome: 'ok' })
      }
    }
    expect(await findLeft(look, 'goes')).toEqual([])
    expect(await findLeft(look, 'stays')).toEqual(stays)
  } finally {
    await look.close()
    await gateway.stop()
  }
})
