import { rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:https'
import { join } from 'node:path'
import { hashToken } from '@patchbay/core/store'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createClient, tokenOf } from '../client.ts'
import { emptyDatabase } from '../empty-database.ts'
import { freePort } from '../free-port.ts'
import { temporaryFolder, testAdminKey } from '../gateway.ts'
import { sharedMongodb, withDatabase } from '../mongodb-uri.ts'
import { type ServerProcess, startServerProcess } from '../server-process.ts'
import { type FoundProgram, makeCertificate, name, type ProxyExample, startProxy } from './proxy-examples.ts'

const MONGODB_URI = withDatabase(sharedMongodb(), 'patchbay-test-rolling-restart')
const callsPerSecond = 60
const metricsToken = 'a-token-for-metrics-alone'
/** The number of calls that the gateway at a port has answered. */
const readAnswered = async (port: string): Promise<number> => {
  const { text } = await createClient(`http://127.0.0.1:${port}`, testAdminKey).send('GET', '/metrics', {
    authorization: `Bearer ${metricsToken}`,
  })
  return Number(/^patchbay_calls_total{.*code="OK"} (\d+)$/m.exec(text)?.[1] ?? 0)
}

/** A write, which no proxy may send again once it was sent. */
const write = JSON.stringify({ action: 'update', object_type: 'contacts', object_id: '1', properties: { name: 'Ada' } })

const call = (port: number, agent: Agent): Promise<string> =>
  new Promise((resolve) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        agent,
        servername: name,
        rejectUnauthorized: false,
        method: 'POST',
        path: '/api/v1/acme/hubspot',
        headers: {
          host: name,
          authorization: `Bearer ${tokenOf('acme')}`,
          'content-type': 'application/json',
          'content-length': write.length,
        },
      },
      (response) => {
        response.resume().on('end', () => resolve(String(response.statusCode)))
      },
    )
    sent.on('error', (error) => resolve(error.message))
    sent.end(write)
  })

/**
 * Two gateways behind a proxy that is configured as the example is are restarted one after the other: no call fails. `stopDelayMs`: the
 * example's, in milliseconds.
 */
export const testRollingRestarts = (
  examples: readonly (readonly [ProxyExample, FoundProgram])[],
  stopDelayMs: number,
): void => {
  const vendor = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => Response.json({ id: '1', properties: {} }) })
  const ports = [freePort(), freePort()].map(String)
  const start = (port: string): Promise<ServerProcess> =>
    startServerProcess({
      env: {
        MONGODB_URI,
        PORT: port,
        BASE_URL: `https://${name}`,
        TRUSTED_PROXIES: '127.0.0.1',
        ADMIN_API_KEY: hashToken(testAdminKey),
        STOP_DELAY_MS: String(stopDelayMs),
        METRICS_TOKEN: metricsToken,
        PROVIDER_ORIGINS: JSON.stringify({ hubspot: vendor.url.origin }),
      },
    })

  const gateways: ServerProcess[] = []
  beforeAll(async () => {
    await emptyDatabase(MONGODB_URI)
    gateways.push(...(await Promise.all(ports.map(start))))
    const direct = createClient(`http://127.0.0.1:${ports[0]}`, testAdminKey)
    await direct.seed('acme', { hubspot: 'secret' })
    await direct.admin('PATCH', '/admin/tenants/acme', { options: { tools: 'domains', calls_per_minute: 100_000 } })
  })
  afterAll(async () => {
    await Promise.all(gateways.map((gateway) => gateway.end('SIGTERM')))
    await vendor.stop(true)
  })

  for (const [example, { binary, missing }] of examples) {
    const { name: title, configuration } = example

    describe.skipIf(missing)(`behind ${title}`, { meta: { missing } }, () => {
      const folder = temporaryFolder()
      const port = freePort()
      const agent = new Agent({ keepAlive: true })
      let proxy: Bun.Subprocess
      beforeAll(async () => {
        makeCertificate(folder)
        const file = join(folder, 'configuration.yaml')
        writeFileSync(file, configuration({ folder, port, gatewayPorts: ports }))
        proxy = startProxy(binary, example, { file, folder })
        await vi.waitFor(async () => expect(await call(port, agent)).toBe('200'), { timeout: 15_000 })
      })
      afterAll(async () => {
        agent.destroy()
        proxy.kill()
        await proxy.exited
        rmSync(folder, { recursive: true })
      })

      test(`a restart of each gateway in turn, under ${callsPerSecond} writes a second, fails none of them`, async () => {
        const answers: Promise<string>[] = []
        const load = setInterval(() => answers.push(call(port, agent)), 1000 / callsPerSecond)
        for (const [n, of] of ports.entries()) {
          expect(await gateways[n]?.end('SIGTERM')).toBe(0)
          gateways[n] = await start(of)
          // The proxy knows that it is back.
          await vi.waitFor(async () => expect(await readAnswered(of)).toBeGreaterThan(0), { timeout: 60_000 })
        }
        clearInterval(load)
        const counts = Object.entries(Object.groupBy(await Promise.all(answers), (answer) => answer))
        expect(counts.map(([answer, all]) => [answer, answer === '200' || all?.length])).toEqual([['200', true]])
        expect(answers.length).toBeGreaterThan(callsPerSecond)
      })
    })
  }
}
