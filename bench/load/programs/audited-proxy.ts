/**
 * The least that a gateway with an audit log can do: the bare proxy, which appends an entry to a store, the embedded one if
 * no MongoDB is named, and waits until it is durable. `kept`: it answers what it was answered first, as a cache does; `write`:
 * it makes an intent durable before it forwards the request; else `fresh`. No caller is checked, nothing is validated, sealed, limited, logged or measured.
 */
import { rmSync } from 'node:fs'
import { createAuditLog, gatherAll, gatherWhenBusy } from '@patchbay/core/audit'
import { openMongoStore } from '../../../server/store/mongo/index.ts'
import { openSqliteStore } from '../../../server/store/sqlite/index.ts'
import { folderOnDisk } from '../../../test/folders.ts'
import { forward } from './forward.ts'

const [url = '', answers, mongodb] = process.argv.slice(2)
const kept = answers === 'kept'
const folder = folderOnDisk()
const { effects } = mongodb ? await openMongoStore(mongodb) : openSqliteStore(folder)
process.on('SIGTERM', () => {
  rmSync(folder, { recursive: true })
  process.exit()
})
const auditLog = createAuditLog({
  effects,
  // The gathering that the gateway uses.
  gathering: mongodb ? gatherAll : gatherWhenBusy,
  onFailure: (_, cause) => {
    throw cause
  },
})

let first: string | undefined
const answerTo = async (request: Request): Promise<Response> => {
  if (!kept) return forward(url, request)
  if (first === undefined) first = await (await forward(url, request)).text()
  else await request.text()
  return new Response(first, { headers: { 'content-type': 'application/json' } })
}

const entry = { tenant: 'bench', source: 'rest', key: 'hubspot/main', ip: '127.0.0.1', token_id: 'tok_bench' } as const

/** Makes the intent of a write durable before it is sent, as the gateway does; its entry closes it. Returns its id. */
const openWrite = async (): Promise<string> => {
  const id = Bun.randomUUIDv7()
  const { durable } = await auditLog.open({
    intent: {
      ...entry,
      id,
      action: 'create',
      request_id: crypto.randomUUID(),
      digest: null,
      approval_id: null,
      parent: null,
      actor: null,
      takes: null,
      same: '',
      idempotency_key: null,
      class: null,
    },
  })
  if (!durable) throw new Error('the intent could not be written')
  return id
}

const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  async fetch(request) {
    const startedAt = performance.now()
    const id = answers === 'write' ? await openWrite() : undefined
    const answer = await answerTo(request)
    await auditLog.record(
      {
        ...entry,
        action: id === undefined ? 'search' : 'create',
        outcome: 'ok',
        code: null,
        status: 200,
        request_id: crypto.randomUUID(),
        duration_ms: Math.round((performance.now() - startedAt) * 100) / 100,
        cache: kept ? 'HIT' : 'MISS',
        bytes: 0,
        billable: true,
      },
      id,
    )
    return answer
  },
})
console.log(server.port)
