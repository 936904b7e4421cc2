// Test lanes: slow

import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { hashToken } from '@patchbay/core/store'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createClient } from '../client.ts'
import { freePort } from '../free-port.ts'
import { startTestGateway, temporaryFolder, testAdminKey } from '../gateway.ts'
import { debianProgram } from './debian-program.ts'

const name = 'gateway.example.com'
const metricsToken = 'a-token-for-prometheus'
const read = (path: string): string => readFileSync(join(import.meta.dirname, '../..', path), 'utf8')

/** What an example is moved to on this machine: nothing else of it is changed. */
interface Place {
  readonly folder: string
  readonly port: number
  readonly gatewayPort: string
}

const proxies: readonly {
  readonly program: string
  configuration(place: Place): string
  check(file: string): readonly string[]
  start(file: string): readonly string[]
}[] = [
  {
    program: 'nginx',
    configuration({ folder, port, gatewayPort }) {
      const example = read('deploy/nginx.conf')
        .replaceAll(/listen \[::\]:\d+.*\n/g, '')
        .replace('listen 80;', `listen 127.0.0.1:${freePort()};`)
        .replace('listen 443 ', `listen 127.0.0.1:${port} `)
        .replaceAll(`/etc/ssl/${name}/`, `${folder}/`)
        .replace('127.0.0.1:3000', `127.0.0.1:${gatewayPort}`)
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      return `daemon off;
        ${process.getuid?.() === 0 ? 'user root;' : ''}
        pid ${folder}/nginx.pid;
        events {}
        http {
          access_log off;
          ${temporary.map((path) => `${path}_temp_path ${folder}/${path};`).join('\n')}
          ${example}
        }`
    },
    check: (file) => ['-t', '-q', '-e', 'stderr', '-c', file],
    start: (file) => ['-e', 'stderr', '-c', file],
  },
  {
    program: 'caddy',
    configuration: ({ folder, port, gatewayPort }) =>
      read('deploy/Caddyfile')
        .replace('{\n', '{\n\tadmin off\n\tauto_https disable_redirects\n')
        .replace(`\n${name} {`, `\nhttps://${name}:${port} {\n\ttls ${folder}/fullchain.pem ${folder}/privkey.pem`)
        .replace('127.0.0.1:3000', `127.0.0.1:${gatewayPort}`),
    check: (file) => ['validate', '--adapter', 'caddyfile', '--config', file],
    start: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
  },
]

test('the examples lead to the port of the gateway, and to no other', () => {
  for (const path of ['deploy/nginx.conf', 'deploy/Caddyfile']) {
    expect(read(path).match(/127\.0\.0\.1:\d+/g)).toEqual(['127.0.0.1:3000'])
  }
})

const makeCertificate = (folder: string): void => {
  const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')]
  const names = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`]
  const { success, stderr } = Bun.spawnSync(
    ['openssl', 'req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', ...files, ...names],
    { stderr: 'pipe' },
  )
  if (!success) throw new Error(stderr.toString())
}

/** Sends a request as it is, through TLS, and reads until the connection is closed. */
const send = (port: number, head: string, body = ''): Promise<{ status: number; text: string }> => {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>()
  let received = ''
  const socket = connect({ port, host: '127.0.0.1', servername: name, rejectUnauthorized: false }, () =>
    socket.write(`${head}\r\nHost: ${name}\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`),
  )
  socket.on('data', (chunk) => {
    received += chunk
  })
  socket.on('error', reject)
  socket.on('close', () => resolve({ status: Number(received.split(' ')[1]), text: received }))
  return promise
}

for (const { program, configuration, check, start } of proxies) {
  const binary = debianProgram(program) ?? ''
  const needed = { [program]: binary, openssl: Bun.which('openssl') }
  const [missing] = Object.entries(needed).flatMap(([tool, path]) => (path ? [] : [`${tool} is not installed`]))

  describe.skipIf(missing)(`${program}, configured as the example is`, { meta: { missing } }, () => {
    const folder = temporaryFolder()
    const file = join(folder, 'configuration')
    const port = freePort()
    let gateway: Awaited<ReturnType<typeof startTestGateway>>
    let direct: ReturnType<typeof createClient>
    let proxy: Bun.Subprocess<'ignore', 'ignore', 'pipe'>

    beforeAll(async () => {
      makeCertificate(folder)
      // Without ADMIN_PORT, so that the proxy alone keeps strangers from /admin.
      const gatewayPort = String(freePort())
      const env = {
        PORT: gatewayPort,
        BASE_URL: `https://${name}`,
        TRUSTED_PROXIES: '127.0.0.1',
        ADMIN_API_KEY: hashToken(testAdminKey),
        METRICS_TOKEN: metricsToken,
      }
      gateway = await startTestGateway({ env })
      direct = createClient(`http://127.0.0.1:${gatewayPort}`, testAdminKey)
      await direct.admin('PUT', '/admin/tenants/acme', { name: 'Acme', status: 'active', providers: {} })
      await direct.admin('POST', '/admin/auth', { tenant_id: 'acme', token: 'acme-secret-token-1234' })
      writeFileSync(file, configuration({ folder, port, gatewayPort }))
      proxy = Bun.spawn([binary, ...start(file)], {
        env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
        stdin: 'ignore',
        stdout: 'ignore',
        stderr: 'pipe',
      })
      await vi
        .waitFor(() => send(port, 'GET /health HTTP/1.1'), { timeout: 15_000 })
        .catch(async (cause) => {
          proxy.kill()
          throw new Error(`${program} does not answer: ${await proxy.stderr.text()}`, { cause })
        })
    })
    afterAll(async () => {
      proxy.kill()
      await proxy.exited
      await gateway.stop()
      rmSync(folder, { recursive: true })
    })

    test('is valid', () => {
      const { exitCode, stderr } = Bun.spawnSync([binary, ...check(file)], { stderr: 'pipe', env: { HOME: folder } })
      expect([exitCode, exitCode === 0 ? '' : stderr.toString()]).toEqual([0, ''])
    })

    test('passes calls on, and a client can not say who it is', async () => {
      const answer = await send(
        port,
        'POST /api/v1/acme/hubspot HTTP/1.1\r\nAuthorization: Bearer acme-secret-token-1234\r\n' +
          'Content-Type: application/json\r\nX-Forwarded-For: 203.0.113.9',
        '{"action":"list"}',
      )
      expect(answer).toMatchObject({ status: 404, text: expect.stringContaining('CONFIG_MISSING') })
      const { body } = await direct.admin('GET', '/admin/audit?source=rest')
      expect(body.entries).toMatchObject([{ tenant: 'acme', ip: '127.0.0.1' }])
    })

    test.each([
      '/admin/tenants',
      '/ADMIN/tenants',
      '//admin/tenants',
      '/%61dmin/tenants',
      '/api/../admin/tenants',
      '/api/%2e%2e/admin/tenants',
      '/api/..%2fadmin/tenants',
      '/metrics',
      '/api/%2e%2e/metrics',
    ])('leads nobody to %s, whatever key they have', async (target) => {
      const keys = `x-admin-key: ${testAdminKey}\r\nAuthorization: Bearer ${metricsToken}`
      const { status, text } = await send(port, `GET ${target} HTTP/1.1\r\n${keys}`)
      expect([status, text.includes('acme'), text.includes('patchbay_')]).toEqual([404, false, false])
    })

    test('leaves it to the gateway to refuse a body that is too large', async () => {
      const head = 'POST /api/v1/acme/hubspot HTTP/1.1\r\nContent-Type: application/json'
      expect(await send(port, head, ' '.repeat(1_100_000))).toMatchObject({
        status: 413,
        text: expect.stringContaining('PAYLOAD_TOO_LARGE'),
      })
    })
  })
}
