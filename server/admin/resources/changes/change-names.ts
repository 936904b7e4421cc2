import type { AuditEntry } from '@patchbay/core/store'
import type { HandlerParts } from '../../route/admin-route.ts'
import { deriveKeyId } from '../../route/session/check-key.ts'

/** The author of a change. */
export interface ChangeAuthor {
  /** `link`: a person with a connect link. `nobody`: a stranger, known only by the address. */
  readonly kind: 'key' | 'person' | 'token' | 'agent' | 'link' | 'job' | 'nobody'
  /** The id of the key, the person or the token. */
  readonly id: string | null
  readonly name: string
}

/** Names in place of ids, as they are today; of what is gone, the id stays. */
export interface ChangeNames {
  tenant(id: string): Promise<string>
  token(tenant: string, tokenId: string): Promise<string>
  author(entry: AuditEntry): Promise<ChangeAuthor>
}

type Parts = Pick<HandlerParts, 'store' | 'adminKeyHashes' | 'configuration'>

/** Looks each name up once. */
const keepNames = <T>(look: (id: string) => Promise<T>): ((id: string) => Promise<T>) => {
  const lookups = new Map<string, Promise<T>>()
  return (id) => lookups.getOrInsertComputed(id, look)
}

/** The names that a page of changes needs. */
export const createChangeNames = ({ store, adminKeyHashes, configuration }: Parts): ChangeNames => {
  const tenant = keepNames(async (id) => (await store.tenants.get(id))?.name ?? id)
  const keys = keepNames(async () => new Map((await store.adminKeys.list()).map(({ key_id, name }) => [key_id, name])))
  const own = new Set(adminKeyHashes.map(deriveKeyId))

  const holder = keepNames(async (path): Promise<Pick<ChangeAuthor, 'kind' | 'name'>> => {
    const [id = '', tokenId = ''] = path.split('/')
    const token = await store.tenantTokens.findById(id, tokenId)
    if (token) return { kind: 'token', name: token.label ?? tokenId }
    const issued = await store.grants.findByTokenId(id, tokenId)
    if (issued) return { kind: 'agent', name: issued.grant.client_name ?? issued.grant.client_id }
    return { kind: 'token', name: tokenId }
  })

  const administrator = async ({ token_id: id, actor, ip }: AuditEntry): Promise<ChangeAuthor> => {
    if (id === null) return { kind: 'nobody', id, name: ip ?? '' }
    const named = (await keys('all')).get(id)
    const isKey = own.has(id) || named !== undefined || configuration.oidcIssuer === null
    return { kind: isKey ? 'key' : 'person', id, name: actor ?? named ?? (own.has(id) ? 'ADMIN_API_KEY' : id) }
  }

  return {
    tenant,
    token: async (id, tokenId) => (await holder(`${id}/${tokenId}`)).name,
    async author(entry) {
      const { source, token_id: id, tenant: of, ip } = entry
      if (source === 'job') return { kind: 'job', id: null, name: 'The gateway' }
      if (source === 'admin') return administrator(entry)
      if (id === null || of === null) return { kind: 'link', id, name: ip ?? '' }
      return { id, ...(await holder(`${of}/${id}`)) }
    },
  }
}
