import { rmSync } from 'node:fs'
import { createAuditLog } from '@patchbay/core/audit'
import { CallRecord, createDeadlines } from '@patchbay/core/context'
import { createCallEffects } from '@patchbay/core/effects'
import { createVault, parseKeys } from '@patchbay/core/vault'
import { surfaceWords } from '../../server/http/surface-words.ts'
import { openSqliteStore } from '../../server/store/sqlite/index.ts'
import { temporaryFolder } from '../../test/gateway.ts'

/**
 * `bun bench/load/writes-memory.ts <writes> [with-keys]`: opens and ends so many writes on a new embedded store, each under a key of its own
 * if asked, and prints the MB that are resident some seconds later. The keys all bind then, each with an answer that is kept.
 */
const [writes = '', keys] = process.argv.slice(2)
const atOnce = 64
/** Freed memory goes back to the system within seconds. */
const restMs = 10_000

const dataDir = temporaryFolder()
const store = openSqliteStore(dataDir)
const vault = createVault(parseKeys(`test:${Buffer.alloc(32, 1).toString('base64url')}`))
const fail = (error: unknown): never => {
  throw error
}
const auditLog = createAuditLog({ effects: store.effects, onFailure: (_entries, cause) => fail(cause) })
const gateway = { id: () => 'g', isAlive: () => true }
const effects = createCallEffects({
  store,
  vault,
  auditLog,
  gateway,
  surfaceWords,
  onError: fail,
  onLateEffect: () => {},
})

const arrival = { ip: '127.0.0.1', requestId: 'r', startedAt: 0, signal: new AbortController().signal }
const deadline = createDeadlines(3_600_000).start({ ...arrival, startedAt: performance.now() })
const ref = { tenant: 'acme', provider: 'fixture', account: 'main' }
const answer = { status: 201, headers: new Headers(), text: '{"id":7}', bytes: 8 }

const write = async (n: number): Promise<void> => {
  const call = new CallRecord('rest', arrival)
  const prepared = { ref, name: 'create', params: { name: `n${n}` }, action: {} }
  call.tenantId = 'acme'
  const usableToken = { token_id: 't', tenant_id: 'acme' }
  const caller = { source: 'rest', arrival, tokenId: 't', usableToken, tenant: { id: 'acme', options: {} } }
  const idempotencyKey = keys === 'with-keys' ? `key-${n}` : undefined
  const repetition = { idempotencyKey, repeat: false }
  await effects.open(caller as never, call, prepared as never, repetition, undefined, deadline)
  call.write?.answered(answer)
  call.writeOutcome = 'done'
  await auditLog.recordCall(call, 201, null)
}

const numbers = Array.from({ length: Number(writes) }, (_, n) => n).values()
await Promise.all(
  Array.from({ length: atOnce }, async () => {
    for (const n of numbers) await write(n)
  }),
)
Bun.gc(true)
await Bun.sleep(restMs)
Bun.gc(true)
process.stdout.write(`${(process.memoryUsage().rss / 2 ** 20).toFixed(1)}\n`)
deadline.clear()
await effects.close(0)
await store.close()
rmSync(dataDir, { recursive: true })
