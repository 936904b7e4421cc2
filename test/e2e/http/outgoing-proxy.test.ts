import { afterAll, beforeAll, expect, test } from 'vitest'
import { startForwardProxy } from '../../forward-proxy.ts'
import { startServerProcess } from '../../server-process.ts'
import { startTlsUpstream } from '../../tls-upstream.ts'

let hubspot: Awaited<ReturnType<typeof startTlsUpstream>>
let proxy: Awaited<ReturnType<typeof startForwardProxy>>
let server: Awaited<ReturnType<typeof startServerProcess>>
beforeAll(async () => {
  hubspot = await startTlsUpstream('localhost')
  proxy = await startForwardProxy(hubspot.port)
  server = await startServerProcess({
    env: {
      OUTGOING_PROXY: `http://patchbay:open-sesame@${proxy.host}`,
      PROVIDER_ORIGINS: JSON.stringify({ hubspot: `https://localhost:${hubspot.port}` }),
      NODE_EXTRA_CA_CERTS: hubspot.certificate,
      LOG_LEVEL: 'trace',
    },
  })
  await server.seed('acme', { hubspot: 'hubspot-access-token' })
})
afterAll(async () => {
  await server.stop()
  proxy.stop()
  await hubspot.stop()
})

const list = () => server.call('acme', 'hubspot', { action: 'list', object_type: 'contacts' })

test('calls go through OUTGOING_PROXY, and a refusal of it is UPSTREAM_ERROR 502; its password is shown nowhere', async () => {
  await list()
  expect(proxy.asked).toEqual([`CONNECT 127.0.0.1:${hubspot.port} HTTP/1.1 patchbay:open-sesame`])
  expect(hubspot.seen).toEqual([`localhost localhost:${hubspot.port}`])

  proxy.refuse('403 Forbidden')
  proxy.drop()
  const { status, text, body } = await list()
  expect([status, body.code]).toEqual([502, 'UPSTREAM_ERROR'])
  await server.end('SIGTERM')
  expect(server.output.stdout + server.output.stderr + text).not.toContain('open-sesame')
})
