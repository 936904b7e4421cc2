// Test lanes: slow

/** `patchbay backup` of a gateway that works, and `patchbay restore` in another place. */
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestGateway, temporaryFolder } from '../gateway.ts'
import { startHubspot } from '../providers/hubspot.ts'
import { startServerProcess } from '../server-process.ts'
import { runPatchbay } from './patchbay.ts'

const hubspot = startHubspot({ tokens: ['a-working-token'] })
const folder = temporaryFolder()
const inFolder = (name: string): string => join(folder, name)
const origins = { PROVIDER_ORIGINS: JSON.stringify({ hubspot: hubspot.origin }) }
const bill = { plan: 'Team', currency: 'EUR', included_calls: 3, price_per_call: '0.0137' }

let gateway: Awaited<ReturnType<typeof startTestGateway>>
let env: Readonly<Record<string, string>>
beforeAll(async () => {
  gateway = await startTestGateway({ env: origins })
  env = { PATCHBAY_URL: gateway.url, PATCHBAY_ADMIN_KEY: gateway.adminKey }
  await gateway.seed('acme', { hubspot: 'a-working-token' })
  await gateway.admin('PUT', '/admin/billing/acme', bill)
})
afterAll(async () => {
  await gateway.stop()
  await hubspot.stop()
  rmSync(folder, { recursive: true })
})

const run = (...words: string[]) => runPatchbay(words, env)
const call = () => gateway.call('acme', 'hubspot', { action: 'list', object_type: 'contacts' })
const billOf = async ({ admin }: Pick<typeof gateway, 'admin'>) => (await admin('GET', '/admin/usage/acme')).body

/** Calls that go on until they are ended; returns how many were answered so far. */
const startLoad = () => {
  let answered = 0
  let isOn = true
  const loops = Array.from({ length: 4 }, async () => {
    while (isOn) {
      expect((await call()).status).toBe(200)
      answered += 1
    }
  })
  return {
    answered: () => answered,
    async end() {
      isOn = false
      await Promise.all(loops)
    },
  }
}

/** A gateway on a restored folder, as an operator starts it: its admin key is new. */
const startOn = (dataDir: string) => startServerProcess({ dataDir, env: origins })

describe('a backup that is made under load', () => {
  const archive = inFolder('under-load.tar')
  const restored = inFolder('restored')
  let [before, after] = [0, 0]

  test('is verified, for its owner alone, and calls go on meanwhile', async () => {
    const load = startLoad()
    await expect.poll(load.answered, { timeout: 20_000, interval: 5 }).toBeGreaterThan(50)
    before = load.answered()
    const made = await run('backup', archive)
    after = load.answered() + 4
    await load.end()
    expect([made.code, made.stdout]).toEqual([0, ''])
    expect(made.stderr).toMatch(/holds 1 tenant, 1 token, 1 credential, .* audit entries .* restored to check it\n$/)
    expect(statSync(archive).mode & 0o777).toBe(0o600)
    expect(after).toBeGreaterThan(before + 4)
    // Whatever the check unpacked is gone.
    expect(readdirSync(folder)).toEqual(['under-load.tar'])
  })

  test('holds no key, and every call that was answered before it began', async () => {
    expect(readFileSync(archive).includes(readFileSync(join(gateway.dataDir, 'keys'), 'utf8').trim())).toBe(false)
    const done = await run('restore', archive, '--to', restored, '--keys', join(gateway.dataDir, 'keys'))
    expect([done.code, done.stderr]).toEqual([0, expect.stringContaining('the keys open all of its 1 secrets')])
    expect(done.stderr).toContain(`${join(gateway.dataDir, 'keys')} was copied to ${join(restored, 'keys')}`)
    const elsewhere = await startOn(restored)
    const { totals, cost } = await billOf(elsewhere)
    expect(totals.calls).toBeGreaterThanOrEqual(before)
    expect(totals.calls).toBeLessThanOrEqual(after)
    expect(cost.amount).toBe((Math.round((totals.calls - 3) * 1.37) / 100).toFixed(2))
    expect((await elsewhere.call('acme', 'hubspot', { action: 'list', object_type: 'deals' })).status).toBe(200)
    await elsewhere.stop()
  })
})

test('the bill of a restored store equals that of the gateway, to the cent and to the call', async () => {
  const archive = inFolder('quiet.tar')
  expect((await run('backup', archive)).code).toBe(0)
  const restored = inFolder('quiet')
  expect((await run('restore', archive, '--to', restored, '--keys', join(gateway.dataDir, 'keys'))).code).toBe(0)
  const elsewhere = await startOn(restored)
  expect(await billOf(elsewhere)).toEqual(await billOf(gateway))
  await elsewhere.stop()
})

describe('a restore is refused, and leaves nothing behind, where', () => {
  const target = inFolder('refused')
  const restoreOf = async (archive: string, ...more: string[]) => {
    const ran = await run('restore', archive, '--to', target, ...more)
    if (existsSync(target)) expect(readdirSync(target)).toEqual([])
    return [ran.code, ran.stderr]
  }
  const changed = (name: string, change: (bytes: Buffer<ArrayBuffer>) => Uint8Array): string => {
    const path = inFolder(name)
    writeFileSync(path, change(Buffer.from(readFileSync(inFolder('quiet.tar')))))
    return path
  }

  test('the archive ends early', async () => {
    const path = changed('early.tar', (bytes) => bytes.subarray(0, bytes.length - 2048))
    expect(await restoreOf(path)).toEqual([1, expect.stringContaining('ends early')])
  })

  test('a byte of it is another one', async () => {
    const path = changed('flipped.tar', (bytes) => {
      bytes[9000] = (bytes[9000] ?? 0) ^ 1
      return bytes
    })
    expect(await restoreOf(path)).toEqual([1, expect.stringContaining('is damaged')])
  })

  test('it names another path', async () => {
    const path = changed('climbing.tar', (bytes) => {
      bytes.write('../owned.sqlite', 0)
      bytes.write('\0\0\0', 15)
      bytes.write('        ', 148)
      const sum = bytes.subarray(0, 512).reduce((total, byte) => total + byte, 0)
      bytes.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
      return bytes
    })
    expect(await restoreOf(path)).toEqual([1, expect.stringContaining('is not a backup of Patchbay')])
    expect(existsSync(inFolder('owned.sqlite'))).toBe(false)
  })

  test('the keys are others', async () => {
    const keys = inFolder('other-keys')
    writeFileSync(keys, `other:${Buffer.alloc(32, 'x').toString('base64url')}\n`)
    const doubted = await restoreOf(inFolder('quiet.tar'), '--keys', keys)
    expect(doubted).toEqual([1, expect.stringContaining('which is not among the sealing keys')])
    const [code, said] = await restoreOf(inFolder('quiet.tar'), '--keys', keys, '--unverified')
    expect([code, said]).toEqual([1, expect.stringContaining(`can't be opened with the keys in ${keys}`)])
    expect(said).not.toContain(target)
  })

  test('the folder holds files', async () => {
    const full = inFolder('full')
    appendFileSync(inFolder('file'), '')
    const ran = await run('restore', inFolder('quiet.tar'), '--to', folder)
    expect([ran.code, ran.stderr]).toEqual([1, expect.stringContaining('holds files already')])
    expect(existsSync(full)).toBe(false)
  })
})

test('a reader who goes away in the middle lets the gateway go on, and another backup is made, in a folder that is new', async () => {
  const response = await fetch(`${gateway.url}/admin/backup`, {
    method: 'POST',
    headers: { 'x-admin-key': gateway.adminKey },
  })
  await response.body?.cancel()
  expect((await call()).status).toBe(200)
  expect((await run('backup', inFolder('new/again.tar'))).code).toBe(0)
})

test('an ordinary tar program reads a backup as well', async () => {
  const out = inFolder('by-tar')
  copyFileSync(inFolder('quiet.tar'), inFolder('copy.tar'))
  const script = `mkdir ${out} && tar -xf ${inFolder('copy.tar')} -C ${out} && cd ${out} && sha256sum --quiet -c SHA256SUMS`
  const child = Bun.spawn(['sh', '-ec', script], { stdout: 'pipe', stderr: 'pipe' })
  expect([await child.exited, await child.stderr.text()]).toEqual([0, ''])
})
