import { benchAuthorization, benchTenant } from '../programs/start-gateway.ts'
import { newContact, newSearch, sameSearch } from './bodies.ts'
import type { LoadTarget } from './fire.ts'
import { mcpCall } from './mcp-targets.ts'

const targetAt = (url: string, body: () => string): LoadTarget => ({
  url,
  headers: { authorization: benchAuthorization },
  body: () => body(),
})

/** A call over REST. */
export const restCall = (origin: string, body: () => string): LoadTarget =>
  targetAt(`${origin}/api/v1/${benchTenant}/hubspot`, body)

/** The same to a proxy, which looks at no path. */
export const proxyCall = (origin: string, body: () => string): LoadTarget => targetAt(`${origin}/`, body)

/** The calls that are compared, by their short names. */
export const callTargets = (origin: string): Readonly<Record<string, LoadTarget>> => ({
  miss: restCall(origin, newSearch),
  hit: restCall(origin, sameSearch),
  write: restCall(origin, newContact),
  'mcp-miss': mcpCall(origin, '2026-07-28', newSearch),
  'mcp-hit': mcpCall(origin, '2026-07-28', sameSearch),
})
