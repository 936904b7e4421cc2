// Test lanes: long

/** The recipes of CONTRIBUTING.md, done in a copy of the repository as the page says, and what a user then has. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openConsole } from '../console/open-console.ts'
import { findChromium } from '../oauth/chromium.ts'
import { answer, type Scripted, startScripted } from '../providers/scripted.ts'
import { copyOfTheRepository } from '../repository-copy.ts'
import { type ServerProcess, startServerProcess } from '../server-process.ts'
import { makeChange, readChanges } from './page-changes.ts'

const clone = copyOfTheRepository()
const read = (path: string): string => readFileSync(join(clone, path), 'utf8')

/** Runs what a newcomer would, with nothing of this run's environment, and returns what is printed. */
const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}): string => {
  const { exitCode, stdout, stderr } = Bun.spawnSync([process.execPath, ...args], {
    cwd: clone,
    env: { PATH: `${clone}/node_modules/.bin:${process.env.PATH}`, HOME: process.env.HOME, ...env },
  })
  expect([exitCode, exitCode === 0 ? '' : `${stdout}${stderr}`]).toEqual([0, ''])
  return stdout.toString()
}

const recipes = ['Add an admin route', 'Add a command', 'Add an option of tenants', "Add a provider's action"]

let vendor: Scripted
let gateway: ServerProcess
// A copy has no generated code yet, and a busy machine takes minutes to make it.
beforeAll(async () => {
  run(['install', '--frozen-lockfile'], { CI: 'true' })
  const changes = recipes.flatMap((heading) => readChanges(read('CONTRIBUTING.md'), heading))
  for (const change of changes) makeChange(clone, change)
  run(['run', 'codegen'])
  vendor = await startScripted(answer(200, { results: [{ id: '7', fromCurrencyCode: 'EUR' }] }))
  gateway = await startServerProcess({
    cwd: clone,
    env: { PROVIDER_ORIGINS: JSON.stringify({ hubspot: vendor.origin }) },
  })
  await gateway.seed('acme', { hubspot: 'a-token' })
}, 600_000)
afterAll(async () => {
  await gateway?.stop()
  await vendor?.stop()
  rmSync(clone, { recursive: true })
})

const admin = (method: string, path: string) => gateway.send(method, path, { 'x-admin-key': gateway.adminKey })

test('the page has a change for each recipe', () => {
  const headings = [...read('CONTRIBUTING.md').matchAll(/^### (Add .+)$/gm)].map(([, heading]) => heading)
  expect(headings).toEqual(recipes)
  for (const heading of recipes) expect(readChanges(read('CONTRIBUTING.md'), heading)).not.toEqual([])
})

test('what the recipes write is formatted, and their types fit', { timeout: 600_000 }, () => {
  run(['run', 'biome', 'check', 'cli', 'console', 'core/store', 'providers/hubspot', 'server/admin', 'server/store'])
  // As `bun run types` does: several checkers do some of the work several times.
  const tsc = ['node_modules/typescript-native/bin/tsc', '--checkers', '1']
  run([...tsc, '-p', 'console'])
  // `bun run types` also compiles all tests and codegen, which takes twice as long.
  const only = { include: ['cli', 'core', 'server', 'providers/hubspot'], exclude: ['**/*.test.ts', '**/testing'] }
  writeFileSync(join(clone, 'recipes.json'), JSON.stringify({ extends: './tsconfig.json', ...only }))
  run([...tsc, '-p', 'recipes.json'])
})

test('the tests that the recipes change pass', { timeout: 600_000 }, () => {
  const attack = 'test/attacks/use-a-console-that-was-left-open'
  const files = ['test/e2e/admin/admin-answers', 'test/command-line/definitions', attack, 'providers/hubspot']
  run(['run', 'test', ...files, '--project', 'embedded'])
})

describe('the recipe', () => {
  test('of an admin route makes one that answers, that the OpenAPI document has, and that needs a key', async () => {
    const { status, body } = await admin('GET', '/admin/clock')
    expect([status, Math.abs(Date.parse(body.now) - Date.now()) < 60_000]).toEqual([200, true])
    const { body: document } = await gateway.send('GET', '/openapi.json', {})
    expect(document.paths['/admin/clock'].get).toMatchObject({
      operationId: 'get_clock',
      summary: 'Read the time of the gateway',
    })
    expect((await gateway.send('GET', '/admin/clock', {})).status).toBe(401)
  })

  test('of a command makes one that stands in the help, and prints what the gateway answers', () => {
    const patchbay = (...words: string[]) =>
      run(['server/commands/main.ts', ...words], { PATCHBAY_URL: gateway.url, PATCHBAY_ADMIN_KEY: gateway.adminKey })
    expect(patchbay('--help')).toMatch(/^ +clock +Read the time of the gateway$/m)
    expect(patchbay('clock', '--help')).toContain('patchbay clock')
    expect(patchbay('clock')).toMatch(/^time: 20\d\d-\d\d-\d\dT/)
  })

  const missing = findChromium() ? undefined : 'there is no Chromium'
  test.skipIf(missing)(
    'of a console field makes one that a person ticks, and that is stored',
    { meta: { missing } },
    async () => {
      const browser = await openConsole(gateway.url, gateway.adminKey)
      try {
        const page = await browser.openSigned('/tenants/acme/settings')
        await page.getByLabel('The customer is on trial').check()
        await page.getByText('options.is_trial').waitFor()
        await page.getByRole('button', { name: 'Save changes' }).click()
        await page.getByText('is saved.').first().waitFor()
        expect((await admin('GET', '/admin/tenants/acme')).body.options).toMatchObject({ is_trial: true })
        await page.reload()
        expect(await page.getByLabel('The customer is on trial').isChecked()).toBe(true)
        browser.expectNoComplaint()
      } finally {
        await browser.close()
      }
    },
  )

  test("of a provider's action makes one that calls the vendor", async () => {
    const { body } = await gateway.call('acme', 'hubspot', {
      action: 'list_currencies',
      limit: 5,
    })
    expect(body).toMatchObject({ success: true, data: { results: [{ id: '7', fromCurrencyCode: 'EUR' }] } })
    const { method, url, headers } = vendor.requests.at(-1) ?? {}
    expect([method, url, headers?.authorization]).toEqual([
      'GET',
      '/settings/v3/currencies/exchange-rates?limit=5',
      'Bearer a-token',
    ])
  })
})
