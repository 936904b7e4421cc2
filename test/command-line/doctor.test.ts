// Test lanes: slow

/** `patchbay doctor`, `upgrade --check` and `completion` as processes. */
import { Database } from 'bun:sqlite'
import { chmodSync, cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tokens } from '../../cli/commands/tokens.ts'
import { version } from '../../package.json' with { type: 'json' }
import { compareVersions } from '../../server/commands/upgrade.ts'
import type { DoctorFinding } from '../../server/doctor/check.ts'
import { loadRegistry } from '../../server/registry.ts'
import { freePort } from '../free-port.ts'
import { startTestGateway, temporaryFolder } from '../gateway.ts'
import { startTlsUpstream } from '../tls-upstream.ts'
import { runPatchbay } from './patchbay.ts'

const folder = temporaryFolder()
const providers = (await loadRegistry()).map(({ provider }) => provider.id)
let skewMs = 0
const vendor = Bun.serve({
  port: 0,
  fetch: () => new Response('', { status: 404, headers: { date: new Date(Date.now() + skewMs).toUTCString() } }),
})
const everyVendorAt = (origin: string) => ({
  PROVIDER_ORIGINS: JSON.stringify(Object.fromEntries(providers.map((id) => [id, origin]))),
})
const well = { ...everyVendorAt(vendor.url.origin), DATA_DIR: join(folder, 'none-yet'), PORT: '0' }

let gateway: Awaited<ReturnType<typeof startTestGateway>>
let certified: Awaited<ReturnType<typeof startTlsUpstream>>
beforeAll(async () => {
  gateway = await startTestGateway()
  certified = await startTlsUpstream('localhost')
})
afterAll(async () => {
  await gateway.stop()
  await certified.stop()
  await vendor.stop(true)
  rmSync(folder, { recursive: true })
})

const examine = async (env: Readonly<Record<string, string>>) => {
  const { code, stdout, stderr } = await runPatchbay(['doctor', '--json'], { ...well, ...env })
  const findings: readonly DoctorFinding[] = JSON.parse(stdout).findings
  return {
    code,
    stderr,
    stdout,
    findingsOf: (check: string) => findings.filter((each) => each.check === check),
    findings,
  }
}

describe('the doctor', () => {
  test('finds nothing wrong where all is well, with the gateway that runs and its store in use', async () => {
    const { code, findings, findingsOf } = await examine({ DATA_DIR: gateway.dataDir, PATCHBAY_URL: gateway.url })
    expect(findings.filter(({ result }) => result !== 'ok')).toEqual([])
    expect(code).toBe(0)
    expect(findingsOf('environment')).toMatchObject([
      {
        detail: expect.stringMatching(
          /^that of this shell, which sets .*DATA_DIR, .*; a service or container has its own/,
        ),
      },
    ])
    expect(findingsOf('store').map(({ detail }) => detail)).toEqual([
      expect.stringMatching(/patchbay\.sqlite is in use by .*, and was not read$/),
      expect.stringMatching(/audit\.sqlite is in use by /),
      expect.stringMatching(/only its owner can read .*keys$/),
      expect.stringMatching(/GiB are free/),
    ])
    expect(findingsOf('gateway')).toMatchObject([{ detail: expect.stringContaining('is healthy') }])
    expect(findingsOf('vendor stripe')).toMatchObject([{ detail: expect.stringContaining('answers 404') }])
  })

  test('shows a person a table, and what to do behind it', async () => {
    const ran = await runPatchbay(['doctor'], { ...well, CALLS_PER_MINUTE: 'many', MONGO_URL: 'x' })
    expect([ran.code, ran.stdout]).toEqual([
      1,
      expect.stringMatching(/^configuration +fault +CALLS_PER_MINUTE was "many"/m),
    ])
    expect(ran.stderr).toBe('configuration: see docs/configuration.md\nerror: there is 1 fault\n')
  })

  test.each([
    [{ PATCHBAY_URL: 'http://127.0.0.1:1' }, 'gateway', 'fault', /^no gateway answers at/],
    [{ HTTP_PROXY: 'http://proxy:3128' }, 'configuration', 'warning', /^HTTP_PROXY is ignored/],
    [
      { OUTGOING_PROXY: `http://user:secret@127.0.0.1:${freePort()}` },
      'proxy',
      'fault',
      /^127\.0\.0\.1:\d+ does not accept conn/,
    ],
    [everyVendorAt('http://127.0.0.1:1'), 'vendor github', 'fault', /no connection|refused|reach/i],
    [everyVendorAt('http://nobody.invalid'), 'dns', 'fault', /^nobody\.invalid has no address$/],
    [
      {
        MONGODB_URI: 'mongodb://user:secret@127.0.0.1:1/patchbay',
        ADMIN_API_KEY: 'a'.repeat(64),
        PATCHBAY_KEYS: `k:${'A'.repeat(43)}`,
      },
      'store',
      'fault',
      /^MongoDB does not answer/,
    ],
  ] as const)('finds, with %j, about %s a %s', async (env, check, result, detail) => {
    const found = await examine(env)
    expect(found.findingsOf(check)).toContainEqual(
      expect.objectContaining({ result, detail: expect.stringMatching(detail) }),
    )
    expect(found.code).toBe(result === 'fault' ? 1 : 0)
    expect(found.stdout + found.stderr).not.toContain('secret')
  })

  test('says once that no name has an address, not once for each vendor', async () => {
    const origins = Object.fromEntries(providers.map((id) => [id, `http://${id}.invalid`]))
    const { findingsOf, findings } = await examine({ PROVIDER_ORIGINS: JSON.stringify(origins) })
    expect(findingsOf('dns').map(({ detail }) => detail)).toEqual([`none of ${providers.length} names has an address`])
    expect(findings.filter(({ check }) => check.startsWith('vendor'))).toEqual([])
  })

  test('finds a clock that is off, by what the vendors say', async () => {
    skewMs = -90_000
    const { code, findingsOf } = await examine({})
    skewMs = 0
    expect([code, findingsOf('clock')]).toEqual([
      1,
      [
        expect.objectContaining({
          result: 'fault',
          detail: expect.stringMatching(/^(8[89]|90) s off the clocks of \d+ vendors$/),
        }),
      ],
    ])
  })

  test('finds a certificate of BASE_URL that nobody vouches for, and one that ends soon', async () => {
    const BASE_URL = `https://localhost:${certified.port}`
    expect((await examine({ BASE_URL })).findingsOf('certificate')).toMatchObject([{ result: 'fault' }])
    const trusted = await examine({ BASE_URL, NODE_EXTRA_CA_CERTS: certified.certificate })
    expect(trusted.findingsOf('certificate')).toMatchObject([
      { result: 'warning', detail: expect.stringMatching(/valid for [01] days$/), advice: 'renew it' },
    ])
  })

  test('finds a store of a newer version, a damaged one, and keys that others can read or that are gone', async () => {
    const DATA_DIR = join(folder, 'copy')
    const other = await startTestGateway()
    cpSync(other.dataDir, DATA_DIR, { recursive: true })
    await other.stop()
    const store = async () =>
      (await examine({ DATA_DIR })).findingsOf('store').map(({ result, detail }) => `${result}: ${detail}`)
    expect(await store()).toContainEqual(expect.stringMatching(/^ok: .*patchbay\.sqlite is in order/))
    const newer = new Database(join(DATA_DIR, 'patchbay.sqlite'))
    newer.run('PRAGMA user_version = 999')
    newer.close()
    expect(await store()).toContainEqual(expect.stringMatching(/^fault: .*patchbay\.sqlite was written by a newer/))
    chmodSync(join(DATA_DIR, 'keys'), 0o644)
    expect(await store()).toContainEqual(expect.stringMatching(/^warning: others can read .*keys$/))
    rmSync(join(DATA_DIR, 'keys'))
    const audit = join(DATA_DIR, 'audit.sqlite')
    rmSync(`${audit}-wal`, { force: true })
    writeFileSync(audit, Buffer.concat([readFileSync(audit).subarray(0, 100), Buffer.alloc(20_000, 7)]))
    const found = await store()
    expect(found).toContainEqual(expect.stringMatching(/^fault: .*keys is missing$/))
    expect(found).toContainEqual(expect.stringMatching(/^fault: .*audit\.sqlite/))
  })
})

describe('patchbay upgrade', () => {
  test('--check says that the gateway runs this version, and nothing else is offered', async () => {
    const env = { PATCHBAY_URL: gateway.url, PATCHBAY_ADMIN_KEY: gateway.adminKey }
    expect(await runPatchbay(['upgrade', '--check'], env)).toEqual({
      code: 0,
      stdout: '',
      stderr: `the gateway runs this version, ${version}\n`,
    })
    expect((await runPatchbay(['upgrade'], env)).code).toBe(2)
  })

  test('names what differs', () => {
    const here = { version: '2.0.0', bun: '1.4.5', schema: { audit: 3 }, providers: [{ id: 'a', version: '1.0.0' }] }
    const gateway = { ...here, version: '1.0.0', schema: { audit: 2 }, providers: [] }
    expect(compareVersions(gateway, here)).toEqual([
      { what: 'patchbay', gateway: '1.0.0', here: '2.0.0' },
      { what: 'schema: audit', gateway: '2', here: '3' },
      { what: 'provider: a', gateway: 'none', here: '1.0.0' },
    ])
    expect(compareVersions({ ...here, schema: null }, here)).toEqual([])
  })
})

describe('the completion of bash', () => {
  const script = join(folder, 'completion.bash')
  beforeAll(async () => {
    writeFileSync(script, (await runPatchbay(['completion', 'bash'], {})).stdout)
  })

  test.each([
    ['ten', ['tenants']],
    ['tokens ', Object.keys(tokens.commands)],
    ['tokens mint acme --l', ['--label']],
    ['usage acme --', ['--from', '--to', '--by', '--json', '--wide', '--url', '--key-file', '--help']],
    ['restore file --k', ['--keys']],
    ['nonsense ', []],
  ])('after "patchbay %s" offers %j', async (line, wanted) => {
    const words = ['patchbay', ...line.split(' ')]
    const asked = `source ${script}; COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _patchbay; printf '%s\\n' "\${COMPREPLY[@]}"`
    const { stdout, stderr } = Bun.spawnSync(['bash', '--norc', '-c', asked])
    expect([stdout.toString().split('\n').filter(Boolean), stderr.toString()]).toEqual([wanted, ''])
  })

  test.each(['zsh', 'fish'])('is there for %s as well', async (shell) => {
    const { stdout } = await runPatchbay(['completion', shell], {})
    for (const word of ['tenants', 'revoke', 'calls-per-minute']) expect(stdout).toContain(word)
  })

  test('is not there for other shells', async () => {
    expect((await runPatchbay(['completion', 'tcsh'], {})).code).toBe(2)
  })
})
