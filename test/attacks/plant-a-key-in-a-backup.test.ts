// Test lanes: slow

/** Who can change a backup, and makes its checksums anew, must not get into the gateway that is restored from it. */
import { Database } from 'bun:sqlite'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tarEnd, tarHeader, tarPadding } from '../../server/backup/tar.ts'
import { runPatchbay } from '../command-line/patchbay.ts'
import { startTestGateway, temporaryFolder } from '../gateway.ts'
import { startServerProcess } from '../server-process.ts'

const databases = ['patchbay.sqlite', 'patchbay.sqlite-wal', 'audit.sqlite', 'audit.sqlite-wal']
const sums = 'SHA256SUMS'
const seal = 'SHA256SUMS.hmac'

const folder = temporaryFolder()
const inFolder = (name: string): string => join(folder, name)
const archive = inFolder('backup.tar')
const otherKey = `other:${Buffer.alloc(32, 'x').toString('base64url')}`

let gateway: Awaited<ReturnType<typeof startTestGateway>>
let keys: string
beforeAll(async () => {
  gateway = await startTestGateway()
  keys = join(gateway.dataDir, 'keys')
  await gateway.seed('acme', { hubspot: 'a-token' })
  await gateway.admin('POST', '/admin/keys', { name: 'Night shift', role: 'operator' })
  const env = { PATCHBAY_URL: gateway.url, PATCHBAY_ADMIN_KEY: gateway.adminKey }
  expect((await runPatchbay(['backup', archive], env)).code).toBe(0)
})
afterAll(async () => {
  await gateway.stop()
  rmSync(folder, { recursive: true })
})

type Files = Map<string, Uint8Array>

const unpack = async (path: string): Promise<Files> => {
  const into = inFolder(crypto.randomUUID())
  mkdirSync(into)
  expect(await Bun.spawn(['tar', '-xf', path, '-C', into]).exited).toBe(0)
  const names = [...databases, sums, seal].filter((name) => existsSync(join(into, name)))
  expect(readdirSync(into).sort()).toEqual(names.toSorted())
  return new Map(names.map((name) => [name, readFileSync(join(into, name))]))
}

const pack = (files: Iterable<readonly [string, Uint8Array]>, ...more: readonly Uint8Array[]): string => {
  const path = inFolder(`${crypto.randomUUID()}.tar`)
  const entry = ([name, bytes]: readonly [string, Uint8Array]) => [
    tarHeader(name, bytes.length, new Date()),
    bytes,
    tarPadding(bytes.length),
  ]
  writeFileSync(path, Buffer.concat([...[...files].flatMap(entry), tarEnd(), ...more]))
  return path
}

const text = (words: string) => new TextEncoder().encode(words)

/** Changes the configuration, and makes the checksums anew. */
const tamper = async (sql: readonly string[]): Promise<Files> => {
  const files = await unpack(archive)
  const into = inFolder(crypto.randomUUID())
  mkdirSync(into)
  for (const name of databases) writeFileSync(join(into, name), files.get(name) ?? '')
  const db = new Database(join(into, 'patchbay.sqlite'))
  for (const each of sql) db.run(each)
  db.run('PRAGMA wal_checkpoint(TRUNCATE)')
  db.close(true)
  for (const name of databases)
    files.set(name, existsSync(join(into, name)) ? readFileSync(join(into, name)) : new Uint8Array())
  const lines = databases.map((name) => {
    const hash = createHash('sha256').update(files.get(name) ?? '')
    return `${hash.digest('hex')}  ${name}\n`
  })
  return files.set(sums, text(lines.join('')))
}

const plantedKey = `pb_admin_${'m'.repeat(32)}`
const planted = createHash('sha256').update(plantedKey).digest('hex')
const plantKey = `INSERT INTO admin_keys (hash, key_id, name, role, created_at)
  VALUES ('${planted}', '${planted.slice(0, 12)}', 'Night\u202eshift', 'owner', '2026-01-01T00:00:00.000Z')`

const target = inFolder('restored')
const restore = async (path: string, ...more: string[]) => {
  rmSync(target, { recursive: true, force: true })
  const { code, stderr } = await runPatchbay(['restore', path, '--to', target, ...more], {})
  if (code !== 0 && existsSync(target)) expect(readdirSync(target)).toEqual([])
  return { code, stderr }
}

describe('with the sealing keys', () => {
  test('a backup is restored as its gateway made it, and its admin keys and tokens are listed', async () => {
    const { code, stderr } = await restore(archive, '--keys', keys)
    expect(code).toBe(0)
    expect(stderr).toMatch(/as the gateway with the key k\w+ made it/)
    expect(stderr).toMatch(/admin key\s+\w{12} .*operator.*Night shift/)
    expect(stderr).toMatch(/token\s+\w{12} .*acme/)
  })

  test.each<[string, (files: Files) => Files, string]>([
    ['has the HMAC of before', (files) => files, 'was changed since it was made'],
    ['has none', (files) => new Map([...files].filter(([name]) => name !== seal)), 'has no HMAC'],
    ['has one of nobody', (files) => files.set(seal, text(`${'0'.repeat(64)}\n`)), 'has no HMAC'],
    ['has one by another key', (files) => files.set(seal, text(`other:${'0'.repeat(64)}\n`)), 'by the key other'],
  ])('a changed one that %s is refused, unless somebody insists', async (_what, change, why) => {
    const path = pack(change(await tamper([plantKey])))
    const refused = await restore(path, '--keys', keys)
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining(why)])
    expect(refused.stderr).toContain('--unverified')
    const { code, stderr } = await restore(path, '--keys', keys, '--unverified')
    expect([code, stderr]).toEqual([0, expect.stringContaining(why)])
    // A name can't pass itself off as another one.
    expect(stderr).toMatch(new RegExp(`admin key\\s+${planted.slice(0, 12)} .*owner.*Night\\\\u\\{202e\\}shift`))
  })

  test('one that was signed anew with a key that its gateway never had is refused', async () => {
    const files = await tamper([plantKey])
    const { createVault, parseKeys } = await import('@patchbay/core/vault')
    const lines = new TextDecoder().decode(files.get(sums))
    files.set(seal, text(`${createVault(parseKeys(otherKey)).authenticate('backup', lines)}\n`))
    expect(await restore(pack(files), '--keys', keys)).toMatchObject({ code: 1 })
  })
})

test('without the sealing keys a restore says that it can’t tell, and lists what it brings back', async () => {
  const { code, stderr } = await restore(pack(await tamper([plantKey])))
  expect(code).toBe(0)
  expect(stderr).toContain('Nobody can tell without the sealing keys')
  expect(stderr).toMatch(new RegExp(`admin key\\s+${planted.slice(0, 12)} `))
})

test('links that lead to a token or an account are listed, and codes of sign-ins under way are gone', async () => {
  const hash = (letter: string) => letter.repeat(64)
  const until = 4_000_000_000
  const at = '2026-01-01T00:00:00.000Z'
  const link = {
    connect_id: 'a-planted-link',
    hash: hash('b'),
    tenant: 'acme',
    provider: 'hubspot',
    account: 'main',
    label: null,
    scopes: null,
    settings: {},
    return_url: null,
    created_at: at,
    expires_at: until,
    status: 'pending',
    reason: null,
    identity: null,
    attempt: null,
    tries: 0,
    version: '1',
  }
  const path = pack(
    await tamper([
      `INSERT INTO token_links VALUES ('${hash('a')}', 'aaaaaaaaaaaa', 'acme', '{}', '${at}', ${until})`,
      `INSERT INTO connect_links (connect_id, hash, tenant, expires_at, value)
        VALUES ('a-planted-link', '${hash('b')}', 'acme', ${until}, '${JSON.stringify(link)}')`,
      `INSERT INTO authorization_codes (hash, client_id, tenant_id, bearer_hash, redirect_uri, code_challenge, resource, expires_at)
        VALUES ('${hash('c')}', 'c', 'acme', '${hash('d')}', 'http://localhost/', '', '', ${until})`,
    ]),
  )
  const { code, stderr } = await restore(path, '--keys', keys, '--unverified')
  expect([code, stderr]).toEqual([0, expect.stringMatching(/token link\s+aaaaaaaaaaaa {2}acme/)])
  expect(stderr).toMatch(/connect link\s+a-planted-link {2}acme\/hubspot\/main/)
  const db = new Database(join(target, 'patchbay.sqlite'))
  expect(db.query('SELECT count(*) AS n FROM authorization_codes').get()).toEqual({ n: 0 })
  db.close(true)
})

test('nobody is signed in to a restored console', async () => {
  const secret = 'a-session-that-nobody-began'
  const hash = createHash('sha256').update(secret).digest('hex')
  const until = 4_000_000_000
  const path = pack(
    await tamper([
      `INSERT INTO sessions VALUES ('${hash}', 'mallory', 'Mallory', 'owner', NULL, ${until}, ${until}, ${until})`,
    ]),
  )
  expect((await restore(path, '--keys', keys, '--unverified')).code).toBe(0)
  const server = await startServerProcess({ dataDir: target })
  const answered = await fetch(`${server.url}/admin/keys`, {
    headers: { cookie: `patchbay=${secret}`, 'sec-fetch-site': 'same-origin' },
  })
  expect(answered.status).toBe(401)
  await server.stop()
})

describe('even without a check an archive is refused', () => {
  const refused = async (path: string) => {
    const { code, stderr } = await restore(path, '--unverified')
    expect([code, stderr]).toEqual([1, expect.stringMatching(/is not a backup of Patchbay|is damaged/)])
  }

  test('whose database acts by itself later', async () => {
    await refused(pack(await tamper([`CREATE TRIGGER later AFTER INSERT ON tenants BEGIN ${plantKey}; END`])))
  })

  test('that brings its own sealing keys, or a second database', async () => {
    const files = [...(await unpack(archive))]
    await refused(pack([['keys', text(`${otherKey}\n`)], ...files]))
    await refused(pack([...files, ['keys', text(`${otherKey}\n`)]]))
    await refused(pack([...files.slice(0, 1), ...files]))
    await refused(pack([...files, ...files.slice(0, 1)]))
  })

  test('that goes on behind its end', async () => {
    const files = await unpack(archive)
    await refused(pack(files, ...[text('x'), new Uint8Array(511)]))
  })

  test('in which a file is a link', async () => {
    const files = await unpack(archive)
    const into = inFolder('links')
    mkdirSync(into)
    for (const [name, bytes] of files) writeFileSync(join(into, name), bytes)
    rmSync(join(into, databases[0] ?? ''))
    symlinkSync('/etc/hostname', join(into, databases[0] ?? ''))
    const path = inFolder('links.tar')
    const names = [...databases, sums]
    expect(await Bun.spawn(['tar', '-cf', path, '--format=ustar', '-C', into, ...names]).exited).toBe(0)
    await refused(path)
  })

  test('whose checksums never end', async () => {
    const files = await unpack(archive)
    await refused(pack(files.set(sums, Buffer.alloc(2 ** 20, 'a'))))
  })
})
