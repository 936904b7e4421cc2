import {
  Access,
  type AccessDecision,
  type AccessKind,
  type AccessPolicy,
  type AccessRefusal,
  type AccessTarget,
  type AskRule,
  findTarget,
  rawTarget,
} from '../access/index.ts'
import { findAccounts } from '../rules/index.ts'
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
  /**
   * True if the decision depends on parameters or on counts, which the log doesn't hold. `refusal` and `askRule` are then those of the call that
   * gets furthest.
   */
  readonly isUncertain: boolean
}

type Target = Omit<AccessTarget, 'account'>

/** The action of a use; a raw request may have written, so it counts as a write. */
const findUsedTarget = ({ tenant, domains }: Subject, { provider, account, action }: Use): Target | undefined => {
  const accounts = findAccounts(tenant.providers, provider)
  const exists = account === null ? accounts !== undefined : accounts?.some(({ id }) => id === account)
  if (!exists) return undefined
  const domain = domains.get(provider)
  if (action === 'raw') return { ...rawTarget(provider), isRead: false }
  return domain && findTarget(domain, action)
}

/** The decision that gets furthest: calls that named no account may go to any. */
const furthest = (decisions: readonly AccessDecision[]): AccessDecision | undefined =>
  decisions.find(({ kind }) => kind !== 'refused') ?? decisions[0]

/** The decisions about a use, as the call that gets furthest and as the one that is stopped first. */
const decideUse = (access: Access, tenant: TenantRecord, use: Use, target: Target) => {
  const accounts = use.account === null ? (findAccounts(tenant.providers, use.provider) ?? []) : [{ id: use.account }]
  const decide = (call: 'lenient' | 'strict'): AccessDecision | undefined => {
    // The parameters aren't in the log: the call may have been of each class of its action.
    const callClasses = call === 'strict' ? undefined : target.callClasses
    return furthest(accounts.map(({ id }) => access.decideUnknown({ ...target, account: id, callClasses }, call)))
  }
  const [lenient, strict] = [decide('lenient'), decide('strict')]
  return {
    refusal: lenient?.kind === 'refused' ? lenient.refusal : undefined,
    // A call that named no account failed.
    askRule: lenient?.kind === 'asked' && use.account !== null ? lenient.rule : undefined,
    isUncertain: lenient?.kind !== strict?.kind,
  }
}

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
  return uses.flatMap((use): DecidedUse[] => {
    if (!isBySubject(subject, use)) return []
    const target = findUsedTarget(subject, use)
    if (!target) return [{ ...use, kind: undefined, refusal: undefined, askRule: undefined, isUncertain: false }]
    return [{ ...use, kind: target.kind, ...decideUse(resolveAccess(use.token_id), tenant, use, target) }]
  })
}
