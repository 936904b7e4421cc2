// Test lanes: slow

import { cpSync, existsSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { constants } from 'node:os'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { configurationTable } from '../../../server/configuration/help.ts'
import { loadRegistry } from '../../../server/registry.ts'
import { createClient, tokenOf } from '../../client.ts'
import { temporaryFolder } from '../../gateway.ts'
import { toolCall } from '../../mcp/messages.ts'
import { answer, hold, type Scripted, startScripted } from '../../providers/scripted.ts'
import { type ServerProcess, startServerProcess } from '../../server-process.ts'
import { searchFor } from '../stage.ts'

const registry = await loadRegistry()

const ids = registry.map(({ provider }) => provider.id)

/** Whatever a test has started ends with it. */
const stops: (() => unknown)[] = []
const ending = <T extends { stop(): unknown }>(started: T): T => {
  stops.push(() => started.stop())
  return started
}
const start = async (options: Parameters<typeof startServerProcess>[0] = {}): Promise<ServerProcess> =>
  ending(await startServerProcess(options))

afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
})

const keyOf = (stdout: string): string | undefined => /pb_admin_[\w-]+/.exec(stdout)?.[0]
const root = `${import.meta.dirname}/../../..`
const run = (...args: string[]) => Bun.spawnSync([process.execPath, 'server/main.ts', ...args], { cwd: root })

describe('the first start', () => {
  let vendor: Scripted
  let server: ServerProcess
  beforeAll(async () => {
    vendor = await startScripted(answer(200, { id: 1 }))
    const origins = Object.fromEntries(ids.map((id) => [id, vendor.origin]))
    server = await startServerProcess({ env: { PROVIDER_ORIGINS: JSON.stringify(origins), CALLS_PER_MINUTE: '0' } })
  })
  afterAll(async () => {
    await server.stop()
    await vendor.stop()
  })

  test('prints the URL, the providers and an admin key', () => {
    const versions = ids.map((id) => `${id} \\S+`).join(', ')
    expect(server.output.stdout).toMatch(new RegExp(`listens on http://localhost:\\d+\n {2}providers: ${versions}\n`))
    expect(keyOf(server.output.stdout)).toBeDefined()
  })

  test('says the limit of calls by address', () => {
    expect(server.output.stdout).toContain('\n  limit:     calls are not limited by address (CALLS_PER_MINUTE=0)\n')
  })

  test('prints three curl commands that work when they are pasted into a shell', async () => {
    const commands = server.output.stdout.match(/curl (?:.*\\\n)*.*/g) ?? []
    expect(commands).toHaveLength(3)
    const printed: string[] = []
    for (const command of commands) {
      const pasted = Bun.spawn(['sh', '-c', command.replace('curl ', 'curl --fail-with-body --silent --show-error ')], {
        stdout: 'pipe',
        stderr: 'pipe',
      })
      expect([await pasted.exited, await new Response(pasted.stderr).text()]).toEqual([0, ''])
      printed.push(await new Response(pasted.stdout).text())
    }
    // Made by the gateway: one that stood in the command would be known to everybody.
    const { token } = JSON.parse(printed[1] ?? '')
    expect(server.output.stdout).not.toContain(token)
    const [, id] = /tokens\/acme\/([^/]+)\//.exec(commands[2] ?? '') ?? []
    const { action, params } = registry.find(({ provider }) => provider.id === id)?.provider.probe ?? {}
    await server.call('acme', id ?? '', { action, ...params }, { token })
    expect(vendor.requests[0]?.headers.authorization).toBe('Bearer the-token-from-the-provider')
  })

  test('makes files that only their owner can read, and says what a copy of their folder gives away', async () => {
    const { dataDir, output } = server
    expect(output.stdout).toContain('a copy of both gives the secrets away')
    // The hash of the admin key is kept after the key was shown.
    await expect.poll(() => existsSync(`${dataDir}/admin-key.sha256`), { timeout: 15_000 }).toBe(true)
    for (const file of ['keys', 'admin-key.sha256', 'patchbay.sqlite', 'audit.sqlite']) {
      expect([file, (statSync(`${dataDir}/${file}`).mode & 0o777).toString(8)]).toEqual([file, '600'])
    }
  })

  test('ends at SIGTERM, and the next start keeps the admin key, does not print it, and has what was recorded last', async () => {
    await server.seed('globex', { hubspot: 'a-token' })
    const { headers } = await server.call('globex', 'nosuch', {})
    await server.call('globex', 'hubspot', {}, { token: 'wrong' })
    expect(await server.end('SIGTERM')).toBe(0)

    const second = await start({ dataDir: server.dataDir, adminKey: keyOf(server.output.stdout) })
    expect(keyOf(second.output.stdout)).toBeUndefined()
    expect(second.output.stdout).not.toContain('curl')
    expect((await second.admin('GET', '/admin/tenants/globex')).status).toBe(200)
    const { body } = await second.admin('GET', '/admin/audit?source=rest')
    const codes = body.entries.map(({ code }: { code: string }) => code)
    expect(codes).toEqual(expect.arrayContaining(['CONFIG_MISSING', 'AUTH_FAILED']))
    expect(body.entries.map(({ request_id }: { request_id: string }) => request_id)).toContain(
      headers.get('x-request-id'),
    )
  })
})

test('a start with keys of the environment prints and makes none, says the limit by address, and warns of a name that is nearly one', async () => {
  const server = await start({
    env: {
      ADMIN_API_KEY: 'a'.repeat(64),
      PATCHBAY_KEYS: `k1:${Buffer.alloc(32, 'k').toString('base64url')}`,
      CALLS_PER_MINUTE: '',
      CALLS_PER_MIN: '5',
    },
  })
  const { output, dataDir } = server
  expect(output.stdout).toContain('listens on')
  expect(output.stdout).not.toMatch(/pb_admin_|curl/)
  expect(output.stdout).toContain('keep PATCHBAY_KEYS apart from it')
  expect(existsSync(`${dataDir}/keys`)).toBe(false)
  expect(output.stdout).toContain(
    '\n  limit:     30 calls a minute per address (CALLS_PER_MINUTE); calls_per_minute of a token or tenant replaces it\n',
  )
  expect((await server.send('GET', '/health', {})).status).toBe(200)
  await expect.poll(() => output.stderr).toMatch(/warning: CALLS_PER_MIN .*CALLS_PER_MINUTE/)
})

describe('the command line', () => {
  test('--help lists every variable with its default, and starts nothing', () => {
    const { stdout, exitCode } = run('--help')
    const lines = stdout.toString().split('\n')
    expect(exitCode).toBe(0)
    expect(configurationTable.length).toBeGreaterThanOrEqual(17)
    for (const row of configurationTable) {
      const [name = '', fallback = ''] = [row.variable, row.default].map((cell) => cell.replaceAll('`', ''))
      expect(lines.find((line) => line.startsWith(`${name} `))).toContain(` ${fallback} `)
    }
    expect(stdout.toString()).not.toMatch(/listens on http/)
  })

  test('an unknown argument stops the start and is named', () => {
    const { stderr, exitCode } = run('--port=80')
    expect([exitCode, stderr.toString()]).toEqual([2, expect.stringContaining('--port=80')])
  })
})

describe('a wrong environment stops the start', () => {
  const wrong: { name: string; env: Record<string, string>; says: RegExp[]; hides?: string }[] = [
    {
      name: 'wrong values: all are named, and secrets among them are not shown',
      env: {
        PORT: '70000',
        CALLS_PER_MINUTE: 'many',
        BASE_URL: 'https://a.example/x',
        LOG_LEVEL: 'loud',
        TRUSTED_PROXIES: '10.0.0.0/33',
        PROVIDER_ORIGINS: 'hubspot',
        ADMIN_API_KEY: 'hunter2-hunter2',
        PATCHBAY_KEYS: 'first:hunter2-hunter2',
        MONGODB_URI: 'mongodb://root:hunter2@localhost',
        REQUEST_TIMEOUT_MS: '5',
        MAX_BODY_BYTES: '1 MiB',
      },
      says: [
        /PORT was "70000"; allowed: .*0 to 65535/,
        /CALLS_PER_MINUTE was "many"; allowed: /,
        /BASE_URL was /,
        /LOG_LEVEL was "loud"; allowed: trace, debug/,
        /TRUSTED_PROXIES was "10.0.0.0\/33"/,
        /PROVIDER_ORIGINS was "hubspot"/,
        /ADMIN_API_KEY .*not shown.*64 hex digits/,
        /PATCHBAY_KEYS .*not shown.*kid:base64url/,
        /MONGODB_URI .*not shown.*names the database/,
        /REQUEST_TIMEOUT_MS was "5"; allowed: .*100 to 30000/,
        /MAX_BODY_BYTES was "1 MiB"/,
      ],
      hides: 'hunter2',
    },
    {
      name: 'the origin of an unregistered provider',
      env: { PROVIDER_ORIGINS: '{"elsewhere":"http://127.0.0.1:1"}' },
      says: [/PROVIDER_ORIGINS names "elsewhere"/, new RegExp(`registered: ${ids.join(', ')}`)],
    },
    {
      name: 'an address that this machine does not have',
      env: { HOST: '192.0.2.1' },
      says: [/can't listen on 192\.0\.2\.1 \(HOST\), port 0 \(PORT\): /],
    },
    {
      name: 'an admin address without a port',
      env: { ADMIN_HOST: '127.0.0.1' },
      says: [/ADMIN_HOST .*set ADMIN_PORT/],
    },
    {
      name: 'an admin port that is the public one',
      env: { PORT: '3999', HOST: '0.0.0.0', ADMIN_PORT: '3999' },
      says: [/ADMIN_PORT was "3999".*set another port/],
    },
    {
      name: 'an admin address that this machine does not have',
      env: { ADMIN_HOST: '192.0.2.1', ADMIN_PORT: '0' },
      says: [/can't listen on 192\.0\.2\.1 \(ADMIN_HOST\), port 0 \(ADMIN_PORT\): /],
    },
    {
      name: 'a data folder that can not be made',
      env: { DATA_DIR: '/dev/null/data' },
      says: [/can't make the folder \/dev\/null\/data \(DATA_DIR\): /],
    },
  ]

  test.each(wrong)('$name', async ({ env, says, hides }) => {
    const server = await start({ env })
    expect(await server.exited).toBe(1)
    for (const pattern of says) expect(server.output.stderr).toMatch(pattern)
    expect(server.output.stdout).toBe('')
    if (hides) expect(server.output.stderr).not.toContain(hides)
    expect(server.output.stderr).not.toMatch(/^ +at /m)
  })
})

/** A server as errors name it, in a pattern: the program is called `bun`, or `bun.exe` where npm installed it. */
const processOf = ({ child }: ServerProcess): string => `process ${child.pid}, bun\\S*, in ${realpathSync(root)}`

describe('a second server', () => {
  let first: ServerProcess
  let adminPort: string
  /** The operators' routes are on a port of their own. */
  const admin: ServerProcess['admin'] = (...request) =>
    createClient(first.url, first.adminKey, `http://127.0.0.1:${adminPort}`).admin(...request)
  beforeAll(async () => {
    first = await startServerProcess({ env: { ADMIN_PORT: '0' } })
    adminPort = /admin.* http:\/\/[^:]+:(\d+)/i.exec(first.output.stdout)?.[1] ?? ''
  })
  afterAll(() => first.stop())

  test('on the same port is refused, and says which process listens there', async () => {
    const { port } = new URL(first.url)
    const second = await start({ env: { PORT: port } })
    expect(await second.exited).toBe(1)
    const says = `port ${port} \\(PORT\\): ${processOf(first)} listens there; stop it, or set PORT`
    expect(second.output.stderr).toMatch(new RegExp(says))
    expect((await first.send('GET', '/health', {})).status).toBe(200)
  })

  test('on the port for operators of another is refused, and says which process listens there', async () => {
    const second = await start({ env: { ADMIN_PORT: adminPort } })
    expect(await second.exited).toBe(1)
    const says = `port ${adminPort} \\(ADMIN_PORT\\): ${processOf(first)} listens there`
    expect(second.output.stderr).toMatch(new RegExp(says))
  })

  test('on the same DATA_DIR is refused, says which process has it, and the first goes on', async () => {
    const second = await startServerProcess({ dataDir: first.dataDir })
    expect(await second.exited).toBe(1)
    expect(second.output.stderr).toMatch(new RegExp(`in use by another Patchbay process \\(${processOf(first)}\\)`))
    expect(second.output.stderr).toContain(first.dataDir)
    const put = await admin('PUT', '/admin/tenants/acme', { name: 'A', status: 'active', providers: {} })
    expect(put.status).toBe(201)
  })

  test('may follow at once on a server that was killed; without the key file it is refused, and says what to do', async () => {
    await first.end('SIGKILL')
    const second = await startServerProcess({ dataDir: first.dataDir, adminKey: first.adminKey })
    expect((await second.send('GET', '/health', {})).body.status).toBe('healthy')
    await second.seed('acme', { hubspot: 'a-token' })
    await second.end('SIGTERM')
    rmSync(`${first.dataDir}/keys`)
    const third = await startServerProcess({ dataDir: first.dataDir, adminKey: first.adminKey })
    expect(await third.exited).toBe(1)
    expect(third.output.stderr).toMatch(/keys is missing, and 1 stored credentials .*PATCHBAY_KEYS/)
  })
})

describe('a damaged file', () => {
  let whole: ServerProcess
  beforeAll(async () => {
    whole = await startServerProcess()
    await whole.seed('acme', { hubspot: 'a-token' })
    await whole.end('SIGTERM')
  })
  afterAll(() => whole.stop())

  test.each([
    ['keys', 'cut off', 'k1:AAAA', /keys is damaged: key 1 is not of the form kid:base64url.*put a copy of it back/],
    ['keys', 'empty', '', /keys is damaged: key 1 is not of the form kid:base64url/],
    ['admin-key.sha256', 'empty', '', /admin-key\.sha256 is damaged: .*64 hex digits.*delete it/],
    ['admin-key.sha256', 'cut off', 'a'.repeat(40), /admin-key\.sha256 is damaged/],
  ])('stops the start: %s, which is %s', async (name, _, content, says) => {
    const dataDir = temporaryFolder()
    cpSync(whole.dataDir, dataDir, { recursive: true })
    const path = `${dataDir}/${name}`
    writeFileSync(path, content)
    const second = await start({ dataDir, adminKey: whole.adminKey })
    expect(second.child.exitCode).toBe(1)
    await second.exited
    expect(second.output.stderr).toContain(path)
    expect(second.output.stderr).toMatch(says)
    expect(readFileSync(path, 'utf8')).toBe(content)
  })
})

/** A server with a call under way, which is answered once the gate opens. */
const startBusy = async () => {
  const gate = Promise.withResolvers<void>()
  const upstream = ending(await startScripted(hold(gate.promise, answer(200, { total: 0, results: [] }))))
  const server = await start({ env: { PROVIDER_ORIGINS: JSON.stringify({ hubspot: upstream.origin }) } })
  await server.seed('acme', { hubspot: 'a-token' })
  const running = server.call('acme', 'hubspot', searchFor('a@b.c')).catch(() => undefined)
  await upstream.received(1)
  return { server, upstream, gate, running }
}

/** Tells if the process has its handler. A request would tell as well, but a gateway that was called waits for the next one. */
const catchesSigterm = ({ child }: ServerProcess): boolean => {
  const [, caught = '0'] = /^SigCgt:\s*(\w+)$/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? []
  return (BigInt(`0x${caught}`) & (1n << BigInt(constants.signals.SIGTERM - 1))) !== 0n
}

describe('SIGTERM', () => {
  test('lets a running call finish, says at /health that it stops, and ends with 0', async () => {
    const { server, upstream, gate, running } = await startBusy()
    server.child.kill('SIGTERM')
    await expect.poll(() => server.output.stdout).toContain('SIGTERM: finishing the calls under way')
    await expect(freshCall(server)).resolves.toMatch(/refused|UNAVAILABLE/)
    expect(server.child.exitCode).toBeNull()

    gate.resolve()
    expect((await running)?.body).toMatchObject({ success: true, data: { total: 0 } })
    expect(await server.exited).toBe(0)
    expect(upstream.requests).toHaveLength(1)
  })

  test('lets the stream of a running MCP call come to its end, with the answer', async () => {
    const gate = Promise.withResolvers<void>()
    const upstream = ending(await startScripted(hold(gate.promise, answer(200, { total: 0, results: [] }))))
    const server = await start({ env: { PROVIDER_ORIGINS: JSON.stringify({ hubspot: upstream.origin }) } })
    await server.seed('acme', { hubspot: 'a-token' })
    const progress = { _meta: { progressToken: 1 } }
    const { headers, body } = toolCall('modern', 'hubspot', searchFor('a@b.c'), progress)
    const running = server.send('POST', '/mcp', { authorization: `Bearer ${tokenOf('acme')}`, ...headers }, body)
    await upstream.received(1)
    server.child.kill('SIGTERM')
    await expect.poll(() => server.output.stdout).toContain('SIGTERM: finishing')
    gate.resolve()
    const { headers: answered, text } = await running
    expect(answered.get('content-type')).toBe('text/event-stream')
    expect(text).toMatch(/"structuredContent":\{"success":true.*\n\n$/)
    expect(await server.exited).toBe(0)
  })

  test('ends an idle server at once, though clients keep their connections open', async () => {
    const server = await start()
    const { hostname, port } = new URL(server.url)
    const idle = connect(Number(port), hostname)
    await new Promise<void>((resolve) => idle.once('connect', resolve))
    const asked = new Promise<string>((resolve) => idle.once('data', (data) => resolve(data.toString())))
    idle.write('GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n')
    expect(await asked).toContain('200 OK')

    const closed = new Promise<void>((resolve) => idle.once('close', () => resolve()))
    // Far sooner than the 30 s that running calls would be waited for: this test would not last that long.
    expect(await server.end('SIGTERM')).toBe(0)
    await closed
    expect(server.output.stderr).toBe('')
  })

  test('does not wait for the rest of a request that a client has begun and never ends', async () => {
    const server = await start()
    const { hostname, port } = new URL(server.url)
    const silent = connect(Number(port), hostname)
    const closed = new Promise<void>((resolve) => silent.once('close', () => resolve()))
    await new Promise<void>((resolve) => silent.once('connect', resolve))
    silent.write('GET /health HTTP/1.1\r\nHost: local')
    // Answered after what was written before it has arrived.
    expect((await server.send('GET', '/health', {})).status).toBe(200)
    const startedAt = performance.now()
    expect(await server.end('SIGTERM')).toBe(0)
    // Bun waits for ten seconds, and the gateway for two.
    expect(performance.now() - startedAt).toBeLessThan(9000)
    await closed
  })

  test('leaves a server that nobody has called time to say 503 at /health, and to answer calls all the same', async () => {
    const server = await start({ env: { STOP_DELAY_MS: '3000' } })
    await expect.poll(() => catchesSigterm(server)).toBe(true)
    server.child.kill('SIGTERM')
    await expect.poll(() => server.output.stdout).toContain('SIGTERM: finishing')
    expect((await server.send('GET', '/health', {})).status).toBe(503)
    const late = await server.call('acme', 'hubspot', {})
    expect([late.status, late.body.code, late.headers.get('connection')]).toEqual([401, 'AUTH_FAILED', 'close'])
    expect(await server.exited).toBe(0)
    expect(server.output.stderr).toBe('')
  })

  test('that comes twice at once, from the terminal and handed on by `bun start`, lets a running call finish', async () => {
    const { server, gate, running } = await startBusy()
    // Two of one kind that come at once may be one for the receiver.
    server.child.kill('SIGINT')
    server.child.kill('SIGTERM')
    await expect.poll(() => server.output.stdout).toContain('finishing the calls under way')
    gate.resolve()
    expect((await running)?.body).toMatchObject({ success: true })
    expect(await server.exited).toBe(0)
  })

  test('that comes again ends a server that waits', async () => {
    const { server, running } = await startBusy()
    const again = (): number | null => {
      server.child.kill('SIGTERM')
      return server.child.exitCode
    }
    await expect.poll(again, { timeout: 15_000 }).toBe(1)
    await running
  })
})

/** On a connection of its own: `refused`, or the code of the answer. */
const freshCall = ({ url }: ServerProcess): Promise<string> => {
  const { hostname, port } = new URL(url)
  const { promise, resolve } = Promise.withResolvers<string>()
  const socket = connect(Number(port), hostname, () => socket.write('GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n'))
  socket.on('data', (data) => resolve(data.toString()))
  socket.on('error', () => resolve('refused'))
  socket.on('close', () => resolve('refused'))
  return promise
}
