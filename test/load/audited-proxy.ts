/**
 * The least that a gateway with an audit log can do: the bare proxy, which appends an entry to the embedded store and waits
 * until it is durable. `kept`: it answers what it was answered first, as a cache does. No caller is checked, nothing is
 * validated, sealed, limited, logged or measured.
 */
import { rmSync } from 'node:fs'
import { createAuditLog } from '@patchbay/core/run'
import { openSqliteStore } from '../../server/store/sqlite/index.ts'
import { temporaryFolder } from '../gateway.ts'

const [upstream, kept] = process.argv.slice(2)
const folder = temporaryFolder()
const { audit } = openSqliteStore(folder)
process.on('SIGTERM', () => {
  rmSync(folder, { recursive: true })
  process.exit()
})
const auditLog = createAuditLog({
  audit,
  onFailure: (_, cause) => {
    throw cause
  },
})

const ask = async (request: Request): Promise<string> => {
  const body = JSON.stringify(await request.json())
  const headers = { 'content-type': 'application/json', authorization: request.headers.get('authorization') ?? '' }
  const answer = await fetch(`${upstream}/crm/v3/objects/contacts/search`, { method: 'POST', headers, body })
  return JSON.stringify(await answer.json())
}

let first: string | undefined
const textOf = async (request: Request): Promise<string> => {
  if (kept === undefined || first === undefined) first = await ask(request)
  else await request.text()
  return first
}

const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  async fetch(request) {
    const startedAt = performance.now()
    const text = await textOf(request)
    await auditLog.record({
      tenant: 'bench',
      action: 'search',
      source: 'rest',
      key: 'hubspot/main',
      outcome: 'ok',
      code: null,
      status: 200,
      ip: '127.0.0.1',
      token_id: 'tok_bench',
      request_id: crypto.randomUUID(),
      duration_ms: Math.round((performance.now() - startedAt) * 100) / 100,
      cache: kept === undefined ? 'MISS' : 'HIT',
      bytes: text.length,
      billable: true,
    })
    return new Response(text, { headers: { 'content-type': 'application/json' } })
  },
})
console.log(server.port)
