// Test lanes: slow

import { createHash, randomBytes } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { hashToken } from '@patchbay/core/store'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createClient } from '../client.ts'
import { freePort } from '../free-port.ts'
import { startTestGateway, temporaryFolder, testAdminKey } from '../gateway.ts'
import { findProgram, makeCertificate, name, proxies, readExample, startProxy } from './proxy-examples.ts'

const metricsToken = 'a-token-for-prometheus'
test('the examples lead to the port of the gateway, and to no other', () => {
  for (const path of ['deploy/nginx.conf', 'deploy/Caddyfile']) {
    expect(readExample(path).match(/127\.0\.0\.1:\d+/g)).toEqual(['127.0.0.1:3000'])
  }
})

/**
 * Sends a request as it is, through TLS, and reads until the connection is closed. The second half of the body follows when `between`
 * resolves.
 */
const send = (
  port: number,
  head: string,
  body = '',
  between?: () => Promise<void>,
): Promise<{ status: number; text: string }> => {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>()
  let received = ''
  const half = between ? body.length / 2 : body.length
  const socket = connect({ port, host: '127.0.0.1', servername: name, rejectUnauthorized: false }, () => {
    const lines = `${head}\r\nHost: ${name}\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n`
    socket.write(lines + body.slice(0, half), 'latin1')
    between?.().then(() => socket.write(body.slice(half), 'latin1'), reject)
  })
  socket.setEncoding('latin1')
  socket.on('data', (chunk) => {
    received += chunk
  })
  socket.on('error', reject)
  socket.on('close', () => resolve({ status: Number(received.split(' ')[1]), text: received }))
  return promise
}

for (const example of proxies) {
  const { program, configuration, check } = example
  const { binary, missing } = findProgram(program)

  describe.skipIf(missing)(`${program}, configured as the example is`, { meta: { missing } }, () => {
    const folder = temporaryFolder()
    const file = join(folder, 'configuration')
    const port = freePort()
    const gatewayPort = String(freePort())
    const running: Bun.Subprocess[] = []
    const begin = async (at: number, path: string): Promise<void> => {
      const proxy = startProxy(binary, example, { file: path, folder })
      running.push(proxy)
      await vi
        .waitFor(() => send(at, 'GET /health HTTP/1.1'), { timeout: 15_000 })
        .catch((cause) => {
          proxy.kill()
          throw new Error(`${program} does not answer: ${readFileSync(`${path}.errors`, 'utf8')}`, { cause })
        })
    }
    let gateway: Awaited<ReturnType<typeof startTestGateway>>
    let direct: ReturnType<typeof createClient>

    beforeAll(async () => {
      makeCertificate(folder)
      // Without ADMIN_PORT, so that the proxy alone keeps strangers from /admin.
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
      writeFileSync(file, configuration({ folder, port, gatewayPorts: [gatewayPort] }))
      await begin(port, file)
    })
    afterAll(async () => {
      for (const proxy of running) proxy.kill()
      await Promise.all(running.map(({ exited }) => exited))
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

    const large = randomBytes(5_000_000).toString('latin1')
    const sha256 = createHash('sha256').update(large, 'latin1').digest('hex')
    const readId = (text: string): string => /"file_id":"([^"]+)"/.exec(text)?.[1] ?? ''
    const whose = 'Authorization: Bearer acme-secret-token-1234\r\nContent-Type: application/pdf'

    test('passes a file of 5 MB on as it comes, and back', async () => {
      const hasBegun = async (): Promise<void> => {
        await expect
          .poll(async () => (await direct.admin('GET', '/admin/files/acme')).body.files, { timeout: 10_000 })
          .toMatchObject([{ sha256: null }])
      }
      const sent = await send(port, `POST /api/v1/acme/files HTTP/1.1\r\n${whose}`, large, hasBegun)
      expect(sent).toMatchObject({ status: 201, text: expect.stringContaining(sha256) })
      const path = `/api/v1/acme/files/${readId(sent.text)}`
      const received = await send(port, `GET ${path}/content HTTP/1.0\r\n${whose}`)
      const body = received.text.slice(received.text.indexOf('\r\n\r\n') + 4)
      expect(createHash('sha256').update(body, 'latin1').digest('hex')).toBe(sha256)
      expect((await send(port, `DELETE ${path} HTTP/1.1\r\n${whose}`)).status).toBe(200)
    })

    test('passes a file of 5 MB on to administrators, where it leads there', async () => {
      const [at, opened] = [freePort(), join(folder, 'opened')]
      const place = { folder, port: at, gatewayPorts: [gatewayPort] }
      writeFileSync(opened, configuration(place).replace(/location ~\* [^}]*}|respond @operators 404/, ''))
      await begin(at, opened)
      const head = `POST /admin/files/acme HTTP/1.1\r\nX-Admin-Key: ${testAdminKey}\r\nContent-Type: application/pdf`
      expect(await send(at, head, large)).toMatchObject({ status: 201, text: expect.stringContaining(sha256) })
    })
  })
}
