/** How the blocks about MongoDB are run: by a mongod of the tests, with gateways in place of the units. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MongoClient } from 'mongodb'
import { expect } from 'vitest'
import { freePort } from '../../free-port.ts'
import { findMongod } from '../../mongodb.ts'
import { readPage } from '../pages.ts'
import type { Reader } from '../reader.ts'
import { findOption, type RunHere } from './console-rule.ts'
import { stops } from './stops.ts'

const mongod = { port: 0, uri: (database: string) => `mongodb://localhost:${mongod.port}/${database}?replicaSet=rs0` }
export const startReplicaSet: RunHere = {
  standIns: ['mongod', 'mongosh'],
  values(reader) {
    mongod.port = freePort()
    const folder = join(reader.machine, 'mongodb')
    mkdirSync(folder)
    return [
      ['/var/lib/mongodb', folder],
      ['localhost:27017', `localhost:${mongod.port}`],
    ]
  },
  env(reader) {
    stops.push(() => process.kill(Number(readFileSync(join(reader.machine, 'mongod.pid'), 'utf8'))))
    return { MONGOD: findMongod(), MONGOD_PORT: String(mongod.port) }
  },
}

const instances = { 3000: freePort(), 13000: freePort(), 3002: freePort(), 13002: freePort() }
/** A unit as a script: the command of docs/production.md, with the variables of docs/mongodb.md. */
const writeUnit = (reader: Reader, port: 3000 | 3002, adminPort: 13000 | 13002): void => {
  const [, command = ''] = /^ExecStart=(.*)$/m.exec(readPage('docs/production.md')) ?? []
  const [, variables = ''] = /^Environment=(.*)$/m.exec(readPage('docs/mongodb.md')) ?? []
  const own = variables.replace('1%i', String(instances[adminPort])).replace('%i', String(instances[port]))
  const shared = [
    `MONGODB_URI='${mongod.uri('shared')}'`,
    `ADMIN_API_KEY=${new Bun.CryptoHasher('sha256').update(reader.adminKey()).digest('hex')}`,
    `PATCHBAY_KEYS=${readFileSync(join(reader.folder, 'data/keys'), 'utf8').trim()}`,
    'BASE_URL=https://gateway.example.com',
  ]
  const path = join(reader.machine, `units/patchbay@${instances[port]}`)
  const line = `exec env ${[...shared, own].join(' ')} ${command.replaceAll('/srv/patchbay', reader.folder)}`
  writeFileSync(path, `cd ${reader.folder}\n${line}\n`)
  stops.push(() => process.kill(Number(readFileSync(`${path}.pid`, 'utf8'))))
}

export const twoGateways: RunHere = {
  standIns: ['sudo', 'systemctl'],
  values(reader) {
    mkdirSync(join(reader.machine, 'units'), { recursive: true })
    writeUnit(reader, 3000, 13000)
    writeUnit(reader, 3002, 13002)
    const health = [instances[3000], instances[3002]].map(
      (port) => `curl -sf -o /dev/null http://localhost:${port}/health`,
    )
    return [
      ['sleep 10', `until ${health.join(' && ')}; do sleep 0.1; done`],
      ['patchbay@3000', `patchbay@${instances[3000]}`],
      ['patchbay@3002', `patchbay@${instances[3002]}`],
      ['localhost:13000', `localhost:${instances[13000]}`],
    ]
  },
}
export const restartBoth: RunHere = {
  standIns: ['sudo', 'systemctl'],
  values: () => [['3000 3002', `${instances[3000]} ${instances[3002]}`]],
  look: ({ recorded }) => expect(recorded).toHaveLength(4),
}

export const dumpAndRestore: RunHere = {
  standIns: ['mongodump', 'mongorestore'],
  async look({ recorded }) {
    const [dump = [], restore = []] = recorded
    const uris = recorded.map((words) => findOption(words, 'uri'))
    const { options } = new MongoClient(uris[0] ?? '')
    expect([options.hosts.length, options.replicaSet, uris[1]]).toEqual([3, 'rs0', uris[0]])
    // https://www.mongodb.com/docs/database-tools/mongodump: the oplog is that of the whole server, so no database may be named.
    expect(new URL(uris[0]?.replace(/,[^/]*/, '') ?? '').pathname).toBe('/')
    expect([dump.includes('--oplog'), restore.includes('--oplogReplay')]).toEqual([true, true])
    expect([dump.includes('--gzip'), findOption(dump, 'archive')]).toEqual([
      restore.includes('--gzip'),
      findOption(restore, 'archive'),
    ])
  },
}

export const migrate: RunHere = {
  async values(reader) {
    await reader.stopGateway()
    return [['mongodb://localhost:27017/patchbay?replicaSet=rs0', mongod.uri('patchbay')]]
  },
  async look({ reader, outputs }) {
    expect(outputs.at(-1)).toContain('tenant')
    await reader.startGateway('npx bun start', '…Patchbay listens on http://localhost:3000\n…')
  },
}
