// Test lanes: slow, long

/** A nightly job that backs up to one name, and what a kill or a gateway that dies leaves of it. */
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestGateway, temporaryFolder } from '../gateway.ts'
import { runPatchbay, startPatchbay } from './patchbay.ts'

const folder = temporaryFolder()
const nightly = join(folder, 'nightly.tar')
let gateway: Awaited<ReturnType<typeof startTestGateway>>
let env: Readonly<Record<string, string>>
beforeAll(async () => {
  gateway = await startTestGateway()
  env = { PATCHBAY_URL: gateway.url, PATCHBAY_ADMIN_KEY: gateway.adminKey }
  for (let n = 0; n < 20; n++) await gateway.seed(`tenant-${n}`, { hubspot: 'a-token' })
})
afterAll(async () => {
  await gateway.stop()
  rmSync(folder, { recursive: true })
})

const backup = (...more: string[]) => runPatchbay(['backup', nightly, ...more], env)
const isWhole = async (): Promise<boolean> => {
  const target = join(folder, 'restored')
  const { code } = await runPatchbay(['restore', nightly, '--to', target], env)
  rmSync(target, { recursive: true, force: true })
  return code === 0
}

test('a command that is killed halfway through the archive leaves nothing under its name, and the next one goes on', async () => {
  expect((await backup()).code).toBe(0)
  const half = readFileSync(nightly).subarray(0, 10_000)
  rmSync(nightly)
  const stuck = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: () => new Response(new ReadableStream({ start: (body) => body.enqueue(half) })),
  })
  const child = startPatchbay(['backup', nightly], { ...env, PATCHBAY_URL: stuck.url.origin })
  const written = () => readdirSync(folder).map((name) => statSync(join(folder, name)).size)
  await expect.poll(written).toEqual([half.length])
  child.kill('SIGKILL')
  await child.exited
  await stuck.stop(true)
  expect(existsSync(nightly)).toBe(false)
  expect(await backup()).toMatchObject({ code: 0 })
  expect(await isWhole()).toBe(true)
  expect(readdirSync(folder)).toEqual(['nightly.tar'])
  rmSync(nightly)
})

test('a command that is killed at any moment leaves a whole backup or none, and the next one goes on', async () => {
  const startedAt = performance.now()
  expect((await backup('--replace')).code).toBe(0)
  const usual = performance.now() - startedAt
  rmSync(nightly)
  for (let n = 0; n < 8; n++) {
    const child = startPatchbay(['backup', nightly, '--replace'], env)
    const timer = setTimeout(() => child.kill('SIGKILL'), Math.random() * usual)
    await child.exited
    clearTimeout(timer)
    if (existsSync(nightly)) expect(await isWhole()).toBe(true)
  }
  expect((await backup('--replace')).code).toBe(0)
  expect(await isWhole()).toBe(true)
  expect(readdirSync(folder)).toEqual(['nightly.tar'])
})

test('a backup that is there is kept, unless it is to be replaced', async () => {
  writeFileSync(nightly, 'of yesterday')
  const refused = await backup()
  expect([refused.code, refused.stderr]).toEqual([
    2,
    expect.stringContaining('already exists; name a new file, or give --replace'),
  ])
  expect(readFileSync(nightly, 'utf8')).toBe('of yesterday')
  expect((await backup('--replace')).code).toBe(0)
  expect(await isWhole()).toBe(true)
})

test('an archive that ends early leaves the backup of yesterday, and no other file', async () => {
  writeFileSync(nightly, 'of yesterday')
  const cut = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response(new Uint8Array(2000)) })
  const { code, stderr } = await runPatchbay(['backup', nightly, '--replace'], { ...env, PATCHBAY_URL: cut.url.origin })
  await cut.stop(true)
  expect([code, stderr]).toEqual([1, expect.stringContaining("can't be restored, and was deleted")])
  expect(readFileSync(nightly, 'utf8')).toBe('of yesterday')
  expect(readdirSync(folder)).toEqual(['nightly.tar'])
})
