import type { AuditLog } from '../../audit/index.ts'
import { createTenantDigests } from '../../effects/index.ts'
import type { Domain } from '../../schema/index.ts'
import { type ApprovalDecision, type ApprovalRecord, endApproval, hashToken, type Store } from '../../store/index.ts'
import { currentMs, shiftTime, type UnixMs } from '../../time.ts'
import type { Vault } from '../../vault/index.ts'
import { endStanding, endStandingOf } from '../standing.ts'
import { openStoredCall } from '../stored/asked-call.ts'
import { showApproval, showWhole } from '../stored/show.ts'
import { createReadSubject } from '../stored/subject.ts'
import { createAnnounceChange } from './announce-change.ts'
import { type AskerDesk, createAskerDesk, noApproval } from './asker-desk.ts'
import { type CarryOut, type CarryOutParts, createCarryOut } from './carry-out.ts'
import { checkDecider, checkWord, expireApproval } from './check-word.ts'
import type { Word } from './decision-body.ts'
import { createStoreWord } from './give-standing.ts'
import { createLearnEnd } from './learn-end.ts'
import { type Decider, toDecidedBy } from './may-decide.ts'
import { createRunDesk, type RunDesk } from './run-desk.ts'
import { createShowNow, type ReadNow, type ShowNow } from './show-now.ts'
import { createFindWhoDecides, type WhoDecidesParts } from './who-decides.ts'

export interface DeskParts extends Omit<CarryOutParts, 'now' | 'store' | 'announce'> {
  readonly store: Pick<
    Store,
    | 'approvals'
    | 'standingApprovals'
    | 'codeRuns'
    | 'effects'
    | 'ruleCounts'
    | 'tenantSecrets'
    | 'changes'
    | 'gateways'
    | 'connections'
    | 'seeds'
    | 'credentials'
    | 'tenantTokens'
  >
  readonly vault: Vault
  readonly auditLog: Pick<AuditLog, 'record'>
  readonly domains: ReadonlyMap<string, Domain>
  /** Reads the present state of the account; left out: the state isn't shown. */
  readonly readNow?: ReadNow
  /** Called for each change that was stored. */
  readonly onChange: (record: ApprovalRecord) => void
  /** Called when an approved call couldn't be carried out for now. */
  readonly onError: (error: unknown) => void
  readonly approvalUrl: WhoDecidesParts['approvalUrl']
  readonly now?: () => UnixMs
}

/** The desk at which waiting calls are shown, decided and carried out. */
export interface ApprovalDesk extends AskerDesk, RunDesk {
  /** Throws NOT_FOUND. */
  find(id: string): Promise<ApprovalRecord>
  /** The approval of a link, by the link's secret. */
  findByLink(secret: string): Promise<ApprovalRecord | undefined>
  /** The whole approval, for those who may decide. */
  showWhole(record: ApprovalRecord): Promise<ReturnType<typeof showWhole>>
  /** An approval in a list, with a line that tells its call from others of the same action. */
  showListed(record: ApprovalRecord): Promise<ReturnType<typeof showApproval> & { readonly subject: string | null }>
  /** The present state of what the call would change; `undefined`: no read shows it. */
  readonly showNow: ShowNow
  /** Throws FORBIDDEN if this person may not decide, and CONFLICT if the call is decided already or isn't the one shown. */
  decide(record: ApprovalRecord, decider: Decider, word: Word): Promise<ApprovalRecord>
  /** Ends standing approvals, as the rules of the tenant or of one of its tokens have changed. */
  rulesChanged(tenant: string, tenantTokenId?: string): Promise<void>
  /** Expires, carries out and forgets approvals that are due, at most `limit`. Returns the numbers. */
  sweep(limit: number): Promise<{ readonly expired: number; readonly resumed: number; readonly forgotten: number }>
  /** Resumes the approved calls that an earlier process left, if this one has the store for itself. */
  start(): Promise<void>
  /** Waits for the calls that this process carries out. */
  close(): Promise<void>
}

/** The time after which another gateway checks that an approved call was carried out. If both try, its key decides. */
const resumeMs = 20_000

/** The most calls of one decision that are carried out at once, as many as code makes at once. */
const mostCarriedOut = 8

/** The most calls to resume at the start; the job resumes the others. */
const mostAtStart = 100

const idForm = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

const toDecision = (decider: Decider, { decision, reason, for: time, any }: Word, at: UnixMs): ApprovalDecision => ({
  decision,
  ...toDecidedBy(decider),
  at,
  reason: reason ?? null,
  ...(time !== undefined && { for: time }),
  ...(any && { any }),
})

/** The record after one more decision. */
const applyWord = (record: ApprovalRecord, word: ApprovalDecision): ApprovalRecord => {
  const decisions = [...record.decisions, word]
  const { at, reason } = word
  const next = { ...record, decisions, version: crypto.randomUUID() }
  if (word.decision === 'refuse') return endApproval(next, { state: 'refused', reason: reason ?? 'Refused' }, at)
  return decisions.length < record.needed ? next : { ...next, state: 'approved', due_at: shiftTime(at, resumeMs) }
}

/** Starts approved calls in their order, some at once. `settled` waits for those that were started. */
const createStart = (carryOut: CarryOut, onError: (error: unknown) => void) => {
  const running = new Set<Promise<void>>()

  const carryOutEach = async (records: Iterable<ApprovalRecord>): Promise<void> => {
    for (const record of records) await carryOut(record).catch(onError)
  }

  return {
    start(approved: readonly ApprovalRecord[]): void {
      const queue = approved.values()
      for (let nth = 0; nth < Math.min(approved.length, mostCarriedOut); nth++) {
        const carrying = carryOutEach(queue).finally(() => running.delete(carrying))
        running.add(carrying)
      }
    },
    async settled(): Promise<void> {
      await Promise.all(running)
    },
  }
}

export const createApprovalDesk = ({ now = currentMs, ...parts }: DeskParts): ApprovalDesk => {
  const { store, vault, onError } = parts
  const announce = createAnnounceChange(store, parts.onChange)
  const ending = { ...parts, announce, now }
  const { approvals } = store
  const carryOut = createCarryOut(ending)
  const learnEnd = createLearnEnd(ending)
  const storeWord = createStoreWord(parts)
  const { start, settled } = createStart(carryOut, onError)

  const find = async (id: string): Promise<ApprovalRecord> => {
    const record = idForm.test(id) ? await approvals.get(id) : undefined
    if (!record) throw noApproval()
    return learnEnd(record)
  }

  const resume = async (record: ApprovalRecord): Promise<boolean> => {
    const next = { ...record, due_at: shiftTime(now(), resumeMs), version: crypto.randomUUID() }
    if (!(await approvals.swap(record.version, next))) return false
    // A record that throws every time must not keep the others from their end.
    await carryOut(next).catch(onError)
    return true
  }

  const decide = async (approval: ApprovalRecord, decider: Decider, word: Word): Promise<ApprovalRecord> => {
    for (let record = approval; ; record = await find(approval.id)) {
      await checkWord(ending, record, decider, word)
      const next = applyWord(record, toDecision(decider, word, now()))
      if (!(await storeWord(record.version, next))) continue
      if (next.state !== 'waiting') await announce(next)
      return next
    }
  }

  const whoDecides = createFindWhoDecides({ ...parts, digestsOf: createTenantDigests(store, vault), now })

  const readSubject = createReadSubject({ vault, approvals, domains: parts.domains })

  return {
    ...createAskerDesk({ store, vault, find, whoDecides, announce, now }),
    find,
    showNow: createShowNow(parts),
    findByLink: (secret) => approvals.findByLink(hashToken(secret)),
    async showWhole(record) {
      const stored = await openStoredCall(vault, record, await approvals.text(record.id))
      return showWhole(record, stored?.asked, parts.domains.get(record.provider))
    },
    showListed: async (record) => ({ ...showApproval(record), subject: await readSubject(record) }),
    ...createRunDesk({
      store,
      checkDecider: (record, decider) => checkDecider(parts.domains, record, decider),
      checkWord: (record, decider, word) => checkWord(ending, record, decider, word),
      storeWord: decide,
      start,
    }),
    async decide(record, decider, word) {
      const decided = await decide(record, decider, word)
      if (decided.state === 'approved') start([decided])
      return decided
    },
    rulesChanged: (tenant, tenantTokenId) => endStandingOf(ending, tenant, tenantTokenId),
    async sweep(limit) {
      const done = { expired: 0, resumed: 0, forgotten: 0 }
      for (const record of await approvals.due(now(), limit)) {
        if (record.state === 'waiting') done.expired += Number(await expireApproval(ending, record))
        else if (record.state === 'approved') done.resumed += Number(await resume(record))
        else {
          await approvals.remove(record.id)
          done.forgotten++
        }
      }
      for (const { id } of await store.standingApprovals.expired(now(), limit)) {
        await endStanding(parts, id, 'Its time is over')
        done.forgotten++
      }
      done.forgotten += await store.codeRuns.forget(now(), limit)
      return done
    },
    async start() {
      if (store.gateways.isShared) return
      start(await approvals.list({ state: 'approved', isOldestFirst: true, limit: mostAtStart }))
    },
    close: settled,
  }
}
