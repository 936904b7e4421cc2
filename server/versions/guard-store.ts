import { forRun } from '@patchbay/core/approvals'
import type { ApprovalDecision, Store, StoredRules } from '@patchbay/core/store'
import type { Membership } from './membership.ts'

/** A scope as the rules of a grant. */
const parseRules = (scope: string | null): StoredRules => ({ allow: scope?.split(' ') })

/** An older gateway would let calls with any parameters pass. */
const bindsParameters = (word: ApprovalDecision | undefined): boolean => word?.for !== undefined && !word.any

/** Wraps the ports that store rules. A rule that an older gateway on the store would lose or not obey is refused. */
export const guardStore = <S extends Store>(store: S, { refresh, assertObeyed }: Membership): S => {
  const { apps, tenants, tenantTokens, connections, authorizationCodes, grants, approvals, standingApprovals } = store
  const check = async (rules: StoredRules): Promise<void> => {
    await refresh()
    assertObeyed(rules)
  }
  return {
    ...store,
    apps: {
      ...apps,
      async put(app, now, seen) {
        await check({ issuers: app.issuers })
        return apps.put(app, now, seen)
      },
    },
    tenants: {
      ...tenants,
      async put(id, wanted, how) {
        await refresh()
        const checked: typeof wanted = (current) => {
          const configuration = typeof wanted === 'function' ? wanted(current) : wanted
          assertObeyed({ ...configuration.options })
          return configuration
        }
        return tenants.put(id, checked, how)
      },
    },
    tenantTokens: {
      ...tenantTokens,
      async register(tenant, hash, now, members = {}) {
        await check({ ...members })
        return tenantTokens.register(tenant, hash, now, members)
      },
      async change(tenant, tokenId, members, verify) {
        await check({ ...members })
        return tenantTokens.change(tenant, tokenId, members, verify)
      },
    },
    connections: {
      ...connections,
      async create(link, now) {
        const { create_tenant, metadata, providers } = link
        await check({ create_tenant, metadata, providers })
        return connections.create(link, now)
      },
    },
    authorizationCodes: {
      ...authorizationCodes,
      async issue(code, client, now) {
        await check(parseRules(code.scope))
        return authorizationCodes.issue(code, client, now)
      },
    },
    grants: {
      ...grants,
      async issue(grant, now) {
        await check(parseRules(grant.scope))
        return grants.issue(grant, now)
      },
    },
    approvals: {
      ...approvals,
      async swap(version, next, sealedResult) {
        // If more approvals are needed, the last one may be given through an older gateway.
        const last = next.decisions.at(-1)
        if (next.state === 'waiting')
          await check({ binds_parameters: bindsParameters(last), of_run: last?.for === forRun })
        return approvals.swap(version, next, sealedResult)
      },
    },
    standingApprovals: {
      ...standingApprovals,
      async give(version, approved, standing) {
        await check({ binds_parameters: standing.parameters !== null, of_run: standing.run_id !== undefined })
        return standingApprovals.give(version, approved, standing)
      },
    },
  }
}
