import type { TenantDigests } from '../../effects/index.ts'
import type { MaybePromise } from '../../maybe-promise.ts'
import type { Domain } from '../../schema/index.ts'
import { type ApprovalRecord, hashToken, hasTokenExpired, type Store } from '../../store/index.ts'
import type { UnixMs } from '../../time.ts'
import { linkSecret } from '../approval-link.ts'
import { refuseDecider } from './may-decide.ts'

/** The people who can decide a waiting call, in the form for its caller. */
export interface WhoDecides {
  readonly decided_by: string
  /** The page where people of the tenant decide; left out: none of them may. */
  readonly approve_url?: string
}

export interface WhoDecidesParts {
  readonly store: Pick<Store, 'tenantTokens'>
  readonly domains: ReadonlyMap<string, Domain>
  /** The address of the page that decides, by the secret of its link. */
  readonly approvalUrl: (secret: string) => string
}

const administrator = 'an administrator of the gateway'

/** Tells who decides about a call, and where. */
export const createFindWhoDecides =
  ({
    store,
    domains,
    approvalUrl,
    digestsOf,
    now,
  }: WhoDecidesParts & {
    readonly digestsOf: (tenant: string) => MaybePromise<TenantDigests>
    readonly now: () => UnixMs
  }) =>
  async (record: ApprovalRecord): Promise<WhoDecides> => {
    const { tenant, id, link_hash } = record
    const tokens = await store.tenantTokens.list(tenant)
    const deciders = tokens.filter(
      (token) => !hasTokenExpired(token, now()) && refuseDecider(record, token, domains) === undefined,
    )
    if (deciders.length === 0) return { decided_by: administrator }
    const secret = linkSecret(await digestsOf(tenant), id)
    const people = `somebody of ${tenant} who has a token that may approve, or ${administrator}`
    // Links of earlier versions had random secrets.
    return hashToken(secret) === link_hash
      ? { decided_by: people, approve_url: approvalUrl(secret) }
      : { decided_by: people }
  }
