import { Access, type AccessKind, type AccessPolicy, type AccessRefusal, type AskRule } from '../access/index.ts'
import type { Domain } from '../schema/index.ts'
import type { TenantRecord } from '../store/index.ts'
import type { Caller } from './callers.ts'
import type { Use } from './uses.ts'

/** The owner of the examined policy: a tenant, or one of its tokens. */
export interface Subject {
  readonly tenant: TenantRecord
  readonly callers: ReadonlyMap<string, Caller>
  /** The id of the tenant token; left out: the tenant. */
  readonly tokenId?: string
  readonly domains: ReadonlyMap<string, Domain>
}

/** A use, with the decision of the policies in force. */
export interface DecidedUse extends Use {
  /** The kind of access; `undefined`: the action or the account doesn't exist any more, so nothing can be decided. */
  readonly kind: AccessKind | undefined
  /** The reason of a refusal; `undefined`: the use is allowed. */
  readonly refusal: AccessRefusal | undefined
  /** The rule by which an allowed use waits for a person's yes; `undefined`: it is sent at once. */
  readonly askRule: AskRule | undefined
}

const findKind = ({ tenant, domains }: Subject, { provider, account, action }: Use): AccessKind | undefined => {
  const accounts = tenant.providers[provider]?.accounts
  const exists = account === null ? accounts !== undefined : accounts?.some(({ id }) => id === account)
  if (!exists) return undefined
  return action === 'raw' ? 'raw' : domains.get(provider)?.source.kind(action)
}

/** The refusal of a use. A call that named no account is refused only if every account is. */
const findRefusal = (access: Access, tenant: TenantRecord, use: Use, kind: AccessKind): AccessRefusal | undefined => {
  const { provider, account, action } = use
  if (account !== null) return access.refusal(provider, action, kind, account)
  const refusals =
    tenant.providers[provider]?.accounts.map(({ id }) => access.refusal(provider, action, kind, id)) ?? []
  return refusals.includes(undefined) ? undefined : refusals[0]
}

/** The rule that asks about a use. A raw request may have written, so it counts as a write. A call that named no account failed. */
const findAskingRule = (access: Access, { provider, account, action }: Use, kind: AccessKind): AskRule | undefined =>
  account === null ? undefined : access.findAskRule(provider, action, kind, account, false)

/** True if a use is one of the subject's: those of a token include the applications that were connected with it. */
const isBySubject = ({ callers, tokenId }: Subject, { token_id }: Use): boolean =>
  tokenId === undefined || callers.get(token_id)?.token?.token_id === tokenId

/** Decides the subject's uses as core decides calls. `changed`: the subject's policy in place of the one that is stored. */
export const decideUses = (subject: Subject, uses: readonly Use[], changed?: AccessPolicy): readonly DecidedUse[] => {
  const { tenant, callers, tokenId } = subject
  const accesses = new Map<string, Access>()
  const resolveAccess = (id: string): Access => {
    const { token = {}, grant = {} } = callers.get(id) ?? {}
    const access =
      accesses.get(id) ??
      Access.of({
        tenant: (tokenId === undefined ? changed : undefined) ?? tenant.options,
        token: (tokenId === undefined ? undefined : changed) ?? token,
        grant,
      })
    accesses.set(id, access)
    return access
  }
  return uses.flatMap((use) => {
    if (!isBySubject(subject, use)) return []
    const kind = findKind(subject, use)
    const access = resolveAccess(use.token_id)
    const refusal = kind && findRefusal(access, tenant, use, kind)
    const askRule = kind === undefined || refusal ? undefined : findAskingRule(access, use, kind)
    return [{ ...use, kind, refusal, askRule }]
  })
}
