// Test lanes: mongodb

import { rmSync } from 'node:fs'
import { MongoClient } from 'mongodb'
import { MongoMemoryServer } from 'mongodb-memory-server-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { temporaryFolder } from '../gateway.ts'
import { memberOptions, mongodBinary } from '../mongodb.ts'
import { startServerProcess } from '../server-process.ts'

const dbPath = temporaryFolder()
let mongod: MongoMemoryServer

const startMember = (options: { readonly port?: number; readonly replSet?: string }): Promise<MongoMemoryServer> =>
  MongoMemoryServer.create({
    binary: mongodBinary(),
    instance: { ...memberOptions, ...options, dbPath },
  })

beforeAll(async () => {
  mongod = await startMember({})
})
afterAll(async () => {
  await mongod.stop({ doCleanup: false })
  rmSync(dbPath, { recursive: true, force: true })
})

const host = (): string => `127.0.0.1:${mongod.instanceInfo?.port}`
const uri = (options: string): string => `mongodb://${host()}/patchbay${options}`

const run = async (script: string, args: readonly string[], env: Readonly<Record<string, string>>) => {
  const { PATH, HOME } = process.env
  const child = Bun.spawn([process.execPath, script, ...args], {
    cwd: `${import.meta.dirname}/../..`,
    env: { PATH, HOME, ...env },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const stderr = await new Response(child.stderr).text()
  return { code: await child.exited, stderr }
}

/** Starts a gateway that refuses to start. */
const refusedStart = async (options: string) => {
  const server = await startServerProcess({ env: { MONGODB_URI: uri(options) } })
  try {
    return { code: await server.exited, stderr: server.output.stderr }
  } finally {
    await server.stop()
  }
}

/** The configuration in the command that a refusal prints. */
const initiationIn = (stderr: string): { readonly _id: string } => {
  const [, literal = ''] = /--eval 'rs\.initiate\((.+)\)'\n/.exec(stderr) ?? []
  // A JavaScript literal, whose members have no quotes.
  return JSON.parse(literal.replaceAll(/(\w+): /g, '"$1": '))
}

test.each([
  { options: '', set: 'rs0' },
  { options: '?directConnection=true', set: 'rs0' },
  { options: '?replicaSet=own', set: 'own' },
])(
  'with "$options" in the URI, a standalone server is refused at the start with the command that makes it a set',
  async ({ options, set }) => {
    const { code, stderr } = await refusedStart(options)
    expect(code).toBe(1)
    expect(stderr).toContain(`MongoDB at ${host()}/patchbay can't be used: ${host()} is a standalone server`)
    expect(stderr).toContain(`start mongod with --replSet ${set} `)
    expect(stderr).toContain(`mongosh --host ${host()} --eval 'rs.initiate(`)
    expect(initiationIn(stderr)).toEqual({ _id: set, members: [{ _id: 0, host: host() }] })
    expect(stderr).not.toMatch(/^ +at /m)
  },
)

test('a move into a standalone server is refused as well', async () => {
  const from = temporaryFolder()
  const source = await startServerProcess({ env: { MONGODB_URI: '' }, dataDir: from })
  await source.end('SIGTERM')
  const { code, stderr } = await run('server/migrate/main.ts', ['--from', from, '--to', uri('')], {})
  rmSync(from, { recursive: true, force: true })
  expect(code).toBe(1)
  expect(stderr).toContain(`${host()} is a standalone server`)
  expect(stderr).toContain('rs.initiate(')
})

test('a gateway starts on the set that the printed command makes, and until then names the command', async () => {
  const port = mongod.instanceInfo?.port ?? 0
  await mongod.stop({ doCleanup: false })
  mongod = await startMember({ port, replSet: 'rs0' })
  const { code, stderr } = await refusedStart('?replicaSet=rs0')
  expect(code).toBe(1)
  expect(stderr).toContain(`${host()} was started with --replSet, but its replica set was never initiated`)

  const client = new MongoClient(`mongodb://${host()}/?directConnection=true`)
  // The command of `rs.initiate`.
  await client.db('admin').command({ replSetInitiate: initiationIn(stderr) })
  await expect.poll(async () => (await client.db().command({ hello: 1 })).isWritablePrimary).toBe(true)
  await client.close()
  const server = await startServerProcess({ env: { MONGODB_URI: uri('?replicaSet=rs0') } })
  try {
    expect(server.output.stderr).toBe('')
    expect((await server.send('GET', '/health', {})).body.status).toBe('healthy')
  } finally {
    await server.stop()
  }
})
