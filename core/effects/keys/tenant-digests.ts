import { randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { MaybePromise } from '../../maybe-promise.ts'
import type { Store } from '../../store/index.ts'
import type { Vault } from '../../vault/index.ts'
import { tenantSecretBinding } from './bindings.ts'

/** Digests made with a tenant's secret, so that nobody else can test a guess of a call. */
export class TenantDigests {
  readonly #hasher: Bun.CryptoHasher

  constructor(secret: Uint8Array) {
    this.#hasher = new Bun.CryptoHasher('sha256', secret)
  }

  /**
   * HMAC-SHA-256 over the purpose and the texts, a line each, 16 bytes in hex. A copy of the keyed hasher saves half of the time.
   */
  of(purpose: 'approval' | 'key' | 'parameters' | 'salt' | 'same', ...texts: readonly string[]): string {
    const hasher = this.#hasher.copy().update(purpose)
    for (const text of texts) hasher.update('\n').update(text)
    return hasher.digest('hex').slice(0, 32)
  }

  /** A key of 32 bytes for one thing of the tenant: HMAC-SHA-256 over the purpose and the thing's id. */
  key(purpose: 'file' | 'approval link', id: string): Uint8Array {
    return this.#hasher.copy().update(`${purpose} key\n${id}`).digest()
  }
}

const most = 10_000

/** The digests of each tenant; its secret is made when it is first needed, and opened once. */
export const createTenantDigests = (
  store: Pick<Store, 'tenantSecrets' | 'changes'>,
  vault: Vault,
): ((tenant: string) => MaybePromise<TenantDigests>) => {
  const digestsByTenant = new LRUCache<string, TenantDigests>({ max: most })
  const opening = new Map<string, Promise<TenantDigests>>()
  store.changes.listen((change) => {
    if (change.kind === 'tenant') {
      digestsByTenant.delete(change.tenant)
      opening.delete(change.tenant)
    } else if (change.kind === 'everything') {
      digestsByTenant.clear()
      opening.clear()
    }
  })

  const make = async (tenant: string) => {
    const secret = randomBytes(32).toString('base64url')
    return store.tenantSecrets.add({ tenant, sealed: await vault.seal(secret, tenantSecretBinding({ tenant })) })
  }

  const open = async (tenant: string): Promise<TenantDigests> => {
    const record = (await store.tenantSecrets.get(tenant)) ?? (await make(tenant))
    const secret = await vault.open(record.sealed, tenantSecretBinding(record))
    return new TenantDigests(Buffer.from(secret, 'base64url'))
  }

  const openOnce = (tenant: string): Promise<TenantDigests> => {
    const running = opening.get(tenant)
    if (running) return running
    const started = open(tenant)
    opening.set(tenant, started)
    const keep = (digests?: TenantDigests): void => {
      // After a change it may be the secret of a tenant that was removed, and perhaps made again.
      if (opening.get(tenant) !== started) return
      opening.delete(tenant)
      if (digests) digestsByTenant.set(tenant, digests)
    }
    started.then(keep, () => keep())
    return started
  }

  return (tenant) => digestsByTenant.get(tenant) ?? openOnce(tenant)
}
