// Test lanes: long-on-mongodb, slow

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashToken } from '@patchbay/core/store'
import { MongoClient, UUID } from 'mongodb'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bundleProgram } from '../../codegen/emit/bundle.ts'
import { generatedFolder } from '../../codegen/model/generated-folder.ts'
import { projectRoot } from '../../server/project-root.ts'
import { freePort } from '../free-port.ts'
import { temporaryFolder, testAdminKey } from '../gateway.ts'
import { sharedMongodb } from '../mongodb-uri.ts'
import { type ServerProcess, startServerProcess } from '../server-process.ts'
import { createBrowser, startVendor } from './start-vendor.ts'

/** The expected answer to a browser that repeats its request, and the account's state afterwards. */
interface Want {
  readonly status: number
  readonly words: string
  readonly isConnected: boolean
}

const form: Want = { status: 200, words: 'Continue to Fixture', isConnected: false }
const vendorsPage: Want = { status: 303, words: '', isConnected: false }
const question: Want = { status: 200, words: 'Is this the right account?', isConnected: false }
const usedCode: Want = { status: 403, words: 'Open the link again', isConnected: false }
const connected: Want = { status: 200, words: 'Fixture is connected', isConnected: true }

/** In the order in which a person comes to them; what is killed `at` the vendor, is killed as its request arrives there. */
const steps: readonly (readonly [step: string, want: Want])[] = [
  ['after opened', form],
  ['after counted', vendorsPage],
  ['after sent', vendorsPage],
  ['before used', question],
  ['after used', usedCode],
  ['at /token', usedCode],
  ['at /things/1', usedCode],
  ['before asking', usedCode],
  ['after asking', question],
  ['before connected', connected],
  ['after connected', connected],
]

/** A bundle, as of the gateway itself: of its thousand files a start takes twice as long, and there are fifteen. */
mkdirSync(join(projectRoot, generatedFolder), { recursive: true })
const program = mkdtempSync(join(projectRoot, generatedFolder, '.serve-fixtures-'))
const dataDir = temporaryFolder()
const DIE_AT_FILE = join(dataDir, 'die-at')
const DIED_IN_FILE = join(dataDir, 'died-in')
const port = freePort()
let diesAt = ''
const killAt = (step: string): void => {
  diesAt = step
  writeFileSync(DIE_AT_FILE, step)
}
let gateway: ServerProcess
const vendor = startVendor({
  grant: ({ access, refresh }) =>
    Response.json({
      access_token: access,
      refresh_token: refresh,
      token_type: 'bearer',
      expires_in: 3600,
      places: [{ id: 'north' }, { id: 'south' }],
    }),
  onRequest(path) {
    if (diesAt === `at ${path}`) gateway.child.kill('SIGKILL')
  },
})

const start = (): Promise<ServerProcess> =>
  startServerProcess({
    script: join(program, 'serve-fixtures.js'),
    preload: `${import.meta.dirname}/die-at-step.ts`,
    dataDir,
    adminKey: testAdminKey,
    env: {
      DIE_AT_FILE,
      DIED_IN_FILE,
      ADMIN_API_KEY: hashToken(testAdminKey),
      PORT: `${port}`,
      PROVIDER_ORIGINS: JSON.stringify({ fixture: vendor.origin, listed: vendor.origin }),
      ALLOWED_PRIVATE_HOSTS: vendor.host,
    },
  })

beforeAll(async () => {
  await bundleProgram(projectRoot, join(projectRoot, 'test/e2e/serve-fixtures.ts'), program)
  gateway = await start()
  await gateway.seed('acme', {})
  for (const provider of ['fixture', 'listed'])
    await gateway.admin('PUT', `/admin/apps/${provider}`, {
      client_id: vendor.app.id,
      client_secret: vendor.app.secret,
      authorize_url: `${vendor.origin}/authorize`,
      token_url: `${vendor.origin}/token`,
    })
  await connect(createBrowser(), await makeLink('main'))
})
afterAll(async () => {
  await gateway.stop()
  await vendor.stop()
  for (const folder of [dataDir, program]) rmSync(folder, { recursive: true, force: true })
})

type Browser = ReturnType<typeof createBrowser>
type Request = readonly [url: string, form?: Readonly<Record<string, string>>]

/** Goes through a link like a person, up to the end or to the request that is never answered: that one is returned. */
const connect = async ({ visit }: Browser, link: string): Promise<Request | undefined> => {
  let request: Request = [link]
  for (;;) {
    const page = await visit(...request).catch(() => undefined)
    if (page === undefined) return request
    if (page.location !== undefined) request = [page.location]
    else if (page.text.includes('Continue to')) request = [link, page.hidden]
    else if (page.text.includes('name="setting_place"'))
      request = [`${gateway.url}/connect/confirm`, { ...page.hidden, decision: 'choose', setting_place: 'south' }]
    else if (page.text.includes('name="decision"'))
      request = [`${gateway.url}/connect/confirm`, { ...page.hidden, decision: 'connect' }]
    else {
      expect(page.text).toContain('Fixture is connected')
      return undefined
    }
  }
}

const makeLink = async (account_id: string, provider = 'fixture'): Promise<string> =>
  (await gateway.admin('POST', '/admin/connect', { tenant_id: 'acme', provider, account_id })).body.url

/** All that is stored of an account: whole, or nothing. */
const storedOf = async (account: string) => {
  const { providers } = (await gateway.admin('GET', '/admin/tenants/acme')).body
  const credential = await gateway.admin('GET', `/admin/tokens/acme/fixture/${account}`)
  const call = await gateway.call('acme', 'fixture', { action: 'get', id: '1', account_id: account })
  return {
    isConfigured: providers.fixture?.accounts.some(({ id }: { id: string }) => id === account) ?? false,
    state: credential.body.state,
    hasSeed: Boolean(credential.body.seed),
    call: call.body.code ?? call.status,
  }
}
const nothing = { isConfigured: false, state: undefined, hasSeed: false, call: 'VALIDATION_ERROR' }
const whole = { isConfigured: true, state: 'valid', hasSeed: true, call: 200 }

/**
 * MongoDB keeps the locks of a process that died in a transaction for a minute (transactionLifetimeLimitSeconds). A test that
 * can't wait ends its session.
 */
const endTransaction = async (): Promise<void> => {
  if (!existsSync(DIED_IN_FILE)) return
  const client = new MongoClient(sharedMongodb())
  await client.db('admin').command({ killSessions: [{ id: new UUID(readFileSync(DIED_IN_FILE, 'utf8')) }] })
  await client.close()
  rmSync(DIED_IN_FILE)
}

/** Goes through the link in a gateway that is killed at the step, and starts another: the request that was never answered. */
const connectUntil = async (step: string, browser: Browser, link: string): Promise<Request> => {
  killAt(step)
  const unanswered = await connect(browser, link)
  if (!unanswered) throw new Error(`nothing was killed ${step}`)
  await gateway.exited
  killAt('')
  await endTransaction()
  gateway = await start()
  return unanswered
}

it.each(steps)(
  'kill -9 %s: the account is connected whole or not at all, the page says what to do, and the link works',
  async (step, { status, words, isConnected }) => {
    const account = `account-${steps.findIndex(([name]) => name === step)}`
    const link = await makeLink(account)
    const browser = createBrowser()
    const unanswered = await connectUntil(step, browser, link)
    expect(await storedOf(account)).toEqual(step === 'after connected' ? whole : nothing)
    const again = await browser.visit(...unanswered)
    expect([again.status, again.text]).toEqual([status, expect.stringContaining(words)])
    if (!isConnected) expect(await connect(browser, link)).toBeUndefined()
    expect(await storedOf(account)).toEqual(whole)
  },
)

it.each([
  ['before connected', 'ada@example.com'],
  ['after connected', 'eve@example.com'],
])('kill -9 %s of an account that was connected before: it is the one of %s, and works', async (step, who) => {
  vendor.as('ada@example.com')
  await connect(createBrowser(), await makeLink('main'))
  vendor.as('eve@example.com')
  await connectUntil(step, createBrowser(), await makeLink('main'))
  expect(await storedOf('main')).toEqual(whole)
  const { body } = await gateway.call('acme', 'fixture', { action: 'get', id: '1', account_id: 'main' })
  expect(body.data).toEqual({ email: who })
})

it('kill -9 while what the person chose is tried: another gateway takes the same choice, and the account is connected', async () => {
  const [browser, link] = [createBrowser(), await makeLink('main', 'listed')]
  const unanswered = await connectUntil('at /things/1', browser, link)
  expect(unanswered[1]).toMatchObject({ decision: 'choose' })
  const asking = await browser.visit(...unanswered)
  expect([asking.status, asking.text]).toEqual([200, expect.stringContaining('Is this the right account?')])
  await browser.visit(`${gateway.url}/connect/confirm`, { ...asking.hidden, decision: 'connect' })
  const { providers } = (await gateway.admin('GET', '/admin/tenants/acme')).body
  expect(providers.listed.accounts).toMatchObject([{ id: 'main', settings: { place: 'south' } }])
})
