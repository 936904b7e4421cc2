import { rmSync } from 'node:fs'
import { createAuditLog } from '@patchbay/core/audit'
import { CallContext } from '@patchbay/core/context'
import { createCallEffects } from '@patchbay/core/effects'
import { createVault, parseKeys } from '@patchbay/core/vault'
import { openSqliteStore } from '../../server/store/sqlite/index.ts'
import { temporaryFolder } from '../gateway.ts'

/** `bun test/effects/open-keys-memory.ts [keys]`: prints the memory that keys take while they bind, each with an answer that is kept. */
const keys = Number(process.argv[2] ?? 100_000)
const atOnce = 500

const dataDir = temporaryFolder()
const store = openSqliteStore(dataDir)
const vault = createVault(parseKeys(`test:${Buffer.alloc(32, 1).toString('base64url')}`))
const auditLog = createAuditLog({ effects: store.effects, onFailure: () => {} })
const gateway = { id: () => 'g', isAlive: () => true }
const effects = createCallEffects({ store, vault, auditLog, gateway, onError: console.error } as never)

const arrival = { ip: '127.0.0.1', requestId: 'r', startedAt: 0, signal: new AbortController().signal }
const ref = { tenant: 'acme', provider: 'fixture', account: 'main' }
const answer = { status: 201, headers: new Headers(), text: '{"id":7}', bytes: 8 }
const call = async (n: number): Promise<void> => {
  const context = new CallContext('rest', arrival, 'acme', undefined)
  const prepared = { ref, name: 'create', params: { name: `n${n}` } }
  context.tenantId = 'acme'
  await effects.open(context, prepared as never, { idempotencyKey: `key-${n}`, repeat: false })
  context.write?.answered(answer)
  context.writeOutcome = 'done'
  await auditLog.recordCall(context, 201, null)
}
const residentMb = (): number => {
  Bun.gc(true)
  return process.memoryUsage().rss / 2 ** 20
}

for (let n = 1; n <= 2000; n++) await call(-n)
const before = residentMb()
for (let n = 0; n < keys; n += atOnce)
  await Promise.all(Array.from({ length: Math.min(atOnce, keys - n) }, (_, each) => call(n + each)))
process.stdout.write(`${keys} open keys: ${(residentMb() - before).toFixed(1)} MB\n`)
await store.close()
rmSync(dataDir, { recursive: true })
