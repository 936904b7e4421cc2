import { GatewayError } from '@patchbay/core/errors'
import type { LinkerScope, Store } from '@patchbay/core/store'

/** The key of a backend. */
export interface Linker {
  readonly keyId: string
  readonly linker: LinkerScope
}

/** Tells whether one of the key's tenants has this id: `cust-*` stands for `cust-1`. */
const isTenantOf = ({ tenants }: LinkerScope, tenant: string): boolean =>
  tenants.some((pattern) => (pattern.endsWith('*') ? tenant.startsWith(pattern.slice(0, -1)) : tenant === pattern))

/** Throws FORBIDDEN for a tenant that the key is not for. Whether the tenant exists makes no difference. */
export const checkTenant = ({ linker }: Linker, tenant: string): void => {
  if (isTenantOf(linker, tenant)) return
  throw new GatewayError(
    'FORBIDDEN',
    `This admin key is only for the tenants ${linker.tenants.join(', ')}, not for ${tenant}`,
  )
}

/** An object with these members only: access to another one throws FORBIDDEN. */
const only = <T extends object>(members: Partial<T>): T =>
  new Proxy(members, {
    get(target, name) {
      if (Object.hasOwn(target, name)) return Reflect.get(target, name)
      throw new GatewayError('FORBIDDEN', 'A key of the role linker may not use this')
    },
  }) as T

/**
 * The store as the handlers of a linker's requests see it: its own links, the tenants that its key is for, and nothing else. So no
 * handler can give it more by mistake.
 */
export const narrowStore = ({ tenants, tenantTokens, tokenLinks, connections, apps }: Store, caller: Linker): Store => {
  const { keyId: made_by } = caller
  return only<Store>({
    tenants: only<Store['tenants']>({
      async get(id) {
        checkTenant(caller, id)
        return await tenants.get(id)
      },
    }),
    tenantTokens: only<Store['tenantTokens']>({
      async register(tenant, ...rest) {
        checkTenant(caller, tenant)
        return await tenantTokens.register(tenant, ...rest)
      },
    }),
    tokenLinks: only<Store['tokenLinks']>({
      async add(link, now) {
        checkTenant(caller, link.tenant_id)
        return await tokenLinks.add(link, now)
      },
    }),
    apps: only<Store['apps']>({
      async find(ref) {
        checkTenant(caller, ref.tenant)
        return await apps.find(ref)
      },
    }),
    connections: only<Store['connections']>({
      async create(link, now) {
        checkTenant(caller, link.tenant)
        return await connections.create({ ...link, made_by }, now)
      },
      async get(id) {
        const link = await connections.get(id)
        return link?.made_by === made_by ? link : undefined
      },
      list: (page) => connections.list({ ...page, made_by }),
      total: (of) => connections.total({ ...of, made_by }),
    }),
  })
}
