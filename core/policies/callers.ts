import { type AccessPolicy, parseGrantScope } from '../access/index.ts'
import type { Store, TenantTokenRecord } from '../store/index.ts'
import type { Use } from './uses.ts'

/** A caller: the holder of a tenant token, or an application with an access token. */
export interface Caller {
  /** The caller's tenant token; for an application, that of the user who connected it. `undefined`: an identity provider let the application in. */
  readonly token: TenantTokenRecord | undefined
  /** The application's scope. */
  readonly grant: AccessPolicy
}

/** The callers by the ids of their tokens. Callers whose token has been removed are left out. */
export const findCallers = async (
  { tenantTokens, grants }: Pick<Store, 'tenantTokens' | 'grants'>,
  tenant: string,
  uses: readonly Use[],
): Promise<ReadonlyMap<string, Caller>> => {
  const tokens = await tenantTokens.list(tenant)
  const callers = new Map<string, Caller>(tokens.map((token) => [token.token_id, { token, grant: {} }]))
  const others = new Set(uses.map(({ token_id }) => token_id)).difference(callers)
  await Promise.all(
    [...others].map(async (id) => {
      const issued = await grants.findByTokenId(tenant, id)
      if (!issued) return
      const token = tokens.find(({ hash }) => hash === issued.bearer_hash)
      callers.set(id, { token, grant: parseGrantScope(issued.scope) })
    }),
  )
  return callers
}
