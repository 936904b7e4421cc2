/** A tool call that only the scope of the caller's OAuth grant refuses: the client may ask its user for more (RFC 6750, section 3.1). */
import { describe, expect, it } from 'vitest'
import { tokenOf } from '../client.ts'
import { callback, createAgent } from '../oauth/agent.ts'
import { consent } from '../oauth/user.ts'
import { type Era, toolCall } from './messages.ts'
import { startMcp } from './start-mcp.ts'

const { gateway, send } = await startMcp()
const agent = createAgent(gateway.url)

const grant = async (scope: string, token = tokenOf('acme')): Promise<string> => {
  const client = await agent.register({ redirect_uris: [callback] })
  const { url, verifier } = agent.authorizeUrl(client, { scope })
  const code = (await consent(gateway.url, url, token)).searchParams.get('code') ?? ''
  return (await agent.exchange(client, { code, verifier })).body.access_token
}

const create = { action: 'create', name: 'a thing' }
const metadata = `resource_metadata="${gateway.url}/.well-known/oauth-protected-resource/mcp"`

describe.each<Era>(['modern', 'legacy'])('a call of the %s era', (era) => {
  it('that the grant does not cover is 403 with the scope that it would need, and the tool’s error as its body', async () => {
    const token = await grant('fixture:read')
    const answer = await send(toolCall(era, 'fixture', create), { token })
    expect(answer.status).toBe(403)
    expect(answer.headers.get('www-authenticate')).toBe(
      `Bearer error="insufficient_scope", scope="fixture:write", ${metadata}`,
    )
    expect(answer.body.result).toMatchObject({ isError: true, structuredContent: { code: 'FORBIDDEN', status: 403 } })
  })

  it('that more would not help is a tool result: the tenant token may not either', async () => {
    const reader = 'a-tenant-token-that-only-reads'
    await gateway.admin('POST', '/admin/auth', { tenant_id: 'acme', token: reader, allow: ['*:read'] })
    for (const token of [reader, await grant('*:read *:write', reader)]) {
      const { status, headers, body } = await send(toolCall(era, 'fixture', create), { token })
      expect([status, headers.get('www-authenticate')]).toEqual([200, null])
      expect(body.result.structuredContent.code).toBe('FORBIDDEN')
    }
  })
})

it('a batch in which one call is refused for its scope is answered as a batch', async () => {
  const token = await grant('fixture:read')
  const { headers, body } = toolCall('legacy', 'fixture', create)
  const answer = await send({ headers: { ...headers, 'mcp-protocol-version': '2025-03-26' }, body: [body] }, { token })
  expect(answer.status).toBe(200)
})
