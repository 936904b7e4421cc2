import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfiguration } from '../server/configuration/configuration.ts'
import { configurationTable, secretFileVariables } from '../server/configuration/help.ts'
import { freePort } from './free-port.ts'
import { startHubspot } from './providers/hubspot.ts'
import { copyOfTheRepository } from './repository-copy.ts'

const root = join(import.meta.dirname, '..')
const readme = readFileSync(join(root, 'README.md'), 'utf8')
const blocks = [...readme.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block)
const [start = '', ...tour] = blocks

describe('the README', () => {
  const hubspot = startHubspot({ tokens: ['pat-na1-your-token'] })
  const folder = copyOfTheRepository()
  const port = freePort()
  // Vitest sets BASE_URL and NODE_ENV for what it runs; a reader's shell has neither.
  const { BASE_URL: _base, NODE_ENV: _mode, ...shell } = process.env
  const env = { ...shell, PORT: String(port), PROVIDER_ORIGINS: JSON.stringify({ hubspot: hubspot.origin }) }
  let server: Bun.Subprocess<'ignore', 'pipe', 'inherit'>
  let printed = ''

  beforeAll(async () => {
    hubspot.seed('contacts', { email: 'ada@example.com', firstname: 'Ada' })
    // A group of its own, so that npx, bun and the server can be ended together.
    server = Bun.spawn(['sh', '-c', start], {
      cwd: folder,
      env,
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'inherit',
      detached: true,
    })
    const { promise: started, resolve } = Promise.withResolvers<void>()
    const read = async () => {
      const decoder = new TextDecoder()
      for await (const chunk of server.stdout) {
        printed += decoder.decode(chunk, { stream: true })
        if (printed.includes('/admin/tokens/')) resolve()
      }
    }
    await Promise.race([started, read()])
  }, 120_000)

  afterAll(async () => {
    process.kill(-server.pid, 'SIGKILL')
    await hubspot.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Not spawnSync: HubSpot answers from this process. */
  const run = async (block: string) => {
    const [adminKey = ''] = /pb_admin_[A-Za-z0-9_-]+/.exec(printed) ?? []
    const script = block
      .replaceAll('http://localhost:3000', `http://127.0.0.1:${port}`)
      .replaceAll('https://api.hubapi.com', hubspot.origin)
    const child = Bun.spawn(['sh', '-ec', script], {
      cwd: folder,
      env: { ...shell, ADMIN_KEY: adminKey },
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe',
    })
    const [stdout, stderr] = await Promise.all([child.stdout.text(), child.stderr.text()])
    return { exitCode: await child.exited, stdout, stderr }
  }

  /** What a reader must see after each block of the tour, in its order. */
  const expected: readonly RegExp[] = [
    /^$/,
    /"id":"acme".*"status":"active"/,
    /"token_id":"[0-9a-f]{12}"/,
    /"state":"valid"/,
    /"success":true,"status":200,"cache":"MISS","data":.*ada@example\.com/,
    /"code":"VALIDATION_ERROR".*did you mean `?object_type/,
    /"entries":\[.*"action":"search".*"status":"healthy"/s,
    /"jsonrpc":"2.0","id":1,"result":.*"structuredContent":{"success":true.*ada@example\.com/,
    /"plan":"Team".*"totals":\{"calls":[1-9].*"cost":\{"currency":"EUR"/s,
    /"state":"valid".*"seed":{"client_id":"your-client-id".*"refreshed":false/,
    /The admin key: [0-9a-f]{48}/,
    /weather/,
  ]

  test('starts the gateway by its first block', () => {
    expect(printed).toContain(`listens on http://localhost:${port}`)
  })

  test('has an expectation for each of its sh blocks', () => expect(tour).toHaveLength(expected.length))

  for (const [index, pattern] of expected.entries()) {
    test(`block ${index + 2} does what it says`, { timeout: 60_000 }, async () => {
      const { exitCode, stdout, stderr } = await run(tour[index] ?? '')
      expect({ exitCode, stderr: exitCode === 0 ? '' : stderr }).toEqual({ exitCode: 0, stderr: '' })
      expect(stdout).toMatch(pattern)
    })
  }

  test('makes key files that the server takes, in a folder that nobody else enters', () => {
    const variables = { ADMIN_API_KEY: 'admin-api-key', PATCHBAY_KEYS: 'patchbay-keys', METRICS_TOKEN: 'metrics-token' }
    const secrets = join(folder, 'secrets')
    expect(readdirSync(secrets).toSorted()).toEqual(Object.values(variables).toSorted())
    expect(statSync(secrets).mode & 0o777).toBe(0o700)
    const files = Object.entries(variables).map(([name, file]) => [`${name}_FILE`, join(secrets, file)])
    const { configuration } = readConfiguration(Object.fromEntries(files), [])
    const { adminKeyHashes, vaultKeys, metricsToken } = configuration
    expect([adminKeyHashes?.length, vaultKeys, metricsToken]).toEqual([1, expect.any(String), expect.any(String)])
  })

  test('lists the configuration as the server has it', () => {
    for (const { variable, default: fallback, meaning } of configurationTable) {
      expect(readme).toContain(`| ${variable} | ${fallback} | ${meaning} |`)
    }
    for (const variable of secretFileVariables) expect(readme).toContain(`\`${variable}\``)
  })
})
