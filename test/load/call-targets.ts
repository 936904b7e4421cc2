import { tokenOf } from '../client.ts'
import { newContact, newSearch, sameSearch } from './bodies.ts'
import type { Load } from './fire.ts'
import { mcpTargets } from './mcp-targets.ts'
import { benchTenant } from './start-gateway.ts'

export type Target = Pick<Load, 'url' | 'headers' | 'body'>

/** The calls that are compared, by their short names. */
export const callTargets = (origin: string): Readonly<Record<string, Target>> => {
  const headers = { authorization: `Bearer ${tokenOf(benchTenant)}` }
  const url = `${origin}/api/v1/${benchTenant}/hubspot`
  const rest = (body: () => string): Target => ({ url, headers, body: () => body() })
  const mcp = mcpTargets(origin, headers.authorization, {
    miss: () => newSearch(),
    hit: () => sameSearch(),
  })
  const mcpCall = (cache: 'miss' | 'hit'): Target => {
    const target = mcp[`MCP 2026-07-28, tools/call, ${cache}`]
    if (!target) throw new Error('the bench has no such MCP call')
    return target
  }
  return {
    miss: rest(newSearch),
    hit: rest(sameSearch),
    write: rest(newContact),
    'mcp-miss': mcpCall('miss'),
    'mcp-hit': mcpCall('hit'),
  }
}
