/** How the blocks are run for a gateway on a server of one's own: its user, its keys, its service, its doctor, its nightly backup. */
import { chmodSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { readConfiguration } from '../../../server/configuration/configuration.ts'
import { loadRegistry } from '../../../server/registry.ts'
import { readPage, root } from '../pages.ts'
import type { Reader } from '../reader.ts'
import type { RunHere, Values } from './console-rule.ts'
import { stops } from './stops.ts'

const domains = await loadRegistry()

const srv = (reader: Reader): string => join(reader.machine, 'srv/patchbay')
const inSrv = (reader: Reader): Values => [['/srv/patchbay', srv(reader)]]

export const installation: RunHere = {
  standIns: ['sudo', 'useradd', 'install'],
  values: (reader) => [['<address of the repository>', root], ['v<version>', 'HEAD'], ...inSrv(reader)],
  look({ reader, recorded }) {
    expect(recorded.map(([program]) => program)).toEqual(['sudo', 'useradd', 'sudo', 'install', 'sudo', 'sudo'])
    // The unit's command.
    const [, command = ''] = /^ExecStart=\/srv\/patchbay\/(\S+) start$/m.exec(readPage('docs/production.md')) ?? []
    expect(statSync(join(srv(reader), command)).isFile()).toBe(true)
  },
}

export const keys: RunHere = {
  values: inSrv,
  look({ reader }) {
    const file = (name: string): string => join(srv(reader), 'secrets', name)
    const variables = { ADMIN_API_KEY_FILE: file('admin-api-key'), PATCHBAY_KEYS_FILE: file('patchbay-keys') }
    const { configuration } = readConfiguration(variables, [])
    expect([configuration.adminKeyHashes?.length, configuration.vaultKeys]).toEqual([1, expect.any(String)])
    for (const path of Object.values(variables)) expect(statSync(path).mode & 0o777).toBe(0o600)
  },
}

export const service: RunHere = {
  standIns: ['sudo', 'systemctl'],
  look: ({ recorded }) => expect(recorded.at(-1)).toEqual(['systemctl', 'enable', '--now', 'patchbay']),
}

/** Each provider at one server that knows nothing and says what time it is. */
const originsOfAll = (): string => {
  const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response('', { status: 404 }) })
  stops.push(() => server.stop(true))
  return JSON.stringify(Object.fromEntries(domains.map(({ provider: { id } }) => [id, server.url.origin])))
}

export const doctor: RunHere = {
  values(reader) {
    chmodSync(join(reader.folder, 'data/keys'), 0o644)
    stops.push(() => chmodSync(join(reader.folder, 'data/keys'), 0o600))
    return [['/srv/patchbay', reader.folder]]
  },
  env: (reader) => ({
    DATA_DIR: join(reader.folder, 'data'),
    PORT: String(reader.port),
    PROVIDER_ORIGINS: originsOfAll(),
  }),
  even: (text) =>
    text
      .replace(', PROVIDER_ORIGINS', '')
      .replaceAll(/https?:\/\/(?:127\.0\.0\.1:\d+|api\.stripe\.com)/g, '<vendor>')
      .replaceAll(/process \d+|\d+ ms|\d s off/g, '<number>'),
}

export const nightly: RunHere = {
  values(reader) {
    const key = join(reader.machine, 'owner-key')
    writeFileSync(key, reader.adminKey(), { mode: 0o600 })
    return [
      // Cron has neither.
      ['15 2 * * * ', 'unset PATCHBAY_ADMIN_KEY PATCHBAY_URL; '],
      ['/srv/patchbay/secrets/owner-key', key],
      ['/srv/patchbay', reader.folder],
      ['http://localhost:3001', reader.url],
    ]
  },
  look: ({ reader }) => expect(statSync(join(reader.folder, 'backups/nightly.tar')).size).toBeGreaterThan(0),
}
