import { expect, it } from 'vitest'
import { trickle } from '../providers/scripted.ts'
import { sendUnfinishedBody } from '../unfinished-body.ts'
import { startMcp } from './start-mcp.ts'

const { gateway, callTool } = await startMcp({ env: { REQUEST_TIMEOUT_MS: '300' } })

it('a provider that takes too long is TIMEOUT, as a result, and the call at it is ended', async () => {
  const { status, result, sent } = await callTool({ action: 'get', id: '1' }, [trickle()])
  expect(status).toBe(200)
  expect(result).toMatchObject({ isError: true, structuredContent: { code: 'TIMEOUT', status: 504 } })
  await sent[0]?.hungUp
})

it('a body that does not come is TIMEOUT 504', async () => {
  const received = await sendUnfinishedBody(gateway.url, '/mcp', '{"jsonrpc":')
  expect(received).toMatch(/^HTTP\/1\.1 504 /)
})
