import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { tokenOf } from '../client.ts'
import { trickle } from '../providers/scripted.ts'
import { startMcp } from './start-mcp.ts'

const { gateway, callTool } = await startMcp({ env: { REQUEST_TIMEOUT_MS: '300' } })

it('a provider that takes too long is TIMEOUT, as a result, and the call at it is ended', async () => {
  const { status, result, sent } = await callTool({ action: 'get', id: '1' }, [trickle()])
  expect(status).toBe(200)
  expect(result).toMatchObject({ isError: true, structuredContent: { code: 'TIMEOUT', status: 504 } })
  await sent[0]?.hungUp
})

it('a body that does not come is TIMEOUT 504', async () => {
  const { hostname, port } = new URL(gateway.url)
  const head = [
    'POST /mcp HTTP/1.1',
    `Host: ${hostname}:${port}`,
    `Authorization: Bearer ${tokenOf('acme')}`,
    'Content-Type: application/json',
    'Content-Length: 1000',
    '',
    '{"jsonrpc":',
  ].join('\r\n')
  const socket = connect({ port: Number(port), host: hostname }, () => socket.write(head))
  let received = ''
  for await (const chunk of socket) {
    received += chunk
    if (received.includes('"TIMEOUT"')) break
  }
  expect(received).toMatch(/^HTTP\/1\.1 504 /)
})
