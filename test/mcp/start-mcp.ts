import type { AnyProvider } from '@patchbay/core/provider'
import { startFixture } from '../call-path/start-fixture.ts'
import { tokenOf } from '../client.ts'
import { answer, type Behaviour } from '../providers/scripted.ts'
import { type Era, type McpMessage, toolCall } from './messages.ts'

/** A gateway over a scripted upstream, called as MCP clients do, as the tenant `acme`. */
export const startMcp = async (
  options: { env?: Readonly<Record<string, string>>; providers?: readonly AnyProvider[] } = {},
) => {
  const fixture = await startFixture(options)
  const { gateway, upstream } = fixture

  const send = (
    { headers, body }: McpMessage,
    { query = '', token = tokenOf('acme'), signal }: { query?: string; token?: string; signal?: AbortSignal } = {},
  ) => gateway.send('POST', `/mcp${query}`, { authorization: `Bearer ${token}`, ...headers }, body, signal)

  return {
    ...fixture,
    send,
    /** Calls a tool; `sent` is what the upstream got of it, which plays the given behaviours. */
    async callTool(
      args: Record<string, unknown>,
      behaviours: readonly Behaviour[] = [answer(200, { ok: true })],
      { name = 'fixture', era = 'modern', token = tokenOf('acme') }: { name?: string; era?: Era; token?: string } = {},
    ) {
      upstream.play(...(behaviours as [Behaviour, ...Behaviour[]]))
      const before = upstream.requests.length
      const answered = await send(toolCall(era, name, args), { token })
      return { ...answered, result: answered.body?.result, sent: upstream.requests.slice(before) }
    },
  }
}
