import { codeRunBinding } from '@patchbay/core/approvals'
import { type CallAnswer, isKeptFor, toAsker } from '@patchbay/core/context'
import type { GatewayLife } from '@patchbay/core/effects'
import { type ErrorCode, type FailedRun, GatewayError } from '@patchbay/core/errors'
import { type CodeRunRecord, codeRunBounds, type Store } from '@patchbay/core/store'
import { currentMs, type IsoTime, latest, msOf, shiftTime, type UnixMs } from '@patchbay/core/time'
import { type Vault, VaultError } from '@patchbay/core/vault'
import type { McpScope } from '../../mcp-scope.ts'
import { runLimits } from '../../tools/run-limits.ts'
import type { ToolEffect } from '../../tools/tool-names.ts'
import type { CallLog } from '../calls/call-log.ts'

/** The state by which a run is repeated up to the point where it stopped. */
export interface StoppedRun extends CallLog {
  readonly code: string
  readonly parameters: string
  readonly startedAt: UnixMs
  readonly seed: number
  /** Unset in records of earlier versions. */
  readonly entropy?: string
  /** The digest of the rules under which its calls were made; unset in records of earlier versions. */
  readonly policy?: string
}

/** The end of a run, for later questions. */
export type RunOutcome =
  | { readonly answer: CallAnswer }
  | {
      readonly error: {
        readonly code: ErrorCode
        readonly message: string
        readonly status: number
        readonly details?: unknown
        readonly run?: FailedRun | undefined
      }
    }

type Sealed = { readonly stopped: StoppedRun } | { readonly outcome: RunOutcome; readonly stopped?: StoppedRun }

export interface KeptRunParts {
  readonly store: Pick<Store, 'codeRuns' | 'gateways'>
  readonly vault: Pick<Vault, 'seal' | 'open'>
  readonly membership: Pick<GatewayLife, 'id'>
}

/** Code runs that wait for approvals, in the store: any gateway may resume them, one gateway at a time. */
export interface KeptRuns {
  /** Stores a stopped run, for the first time or again. `undefined`: it is too large, or the tenant has too many. */
  stop(
    scope: McpScope,
    run: { readonly id: string; readonly effect: ToolEffect },
    stopped: StoppedRun,
    before?: CodeRunRecord,
  ): Promise<CodeRunRecord | undefined>
  /** Stores a run that failed, so that mended code can resume it. `undefined`: it is too large, or the tenant has too many. */
  fail(
    scope: McpScope,
    run: { readonly id: string; readonly effect: ToolEffect },
    failed: StoppedRun,
    error: GatewayError,
    before?: CodeRunRecord,
  ): Promise<CodeRunRecord | undefined>
  /** `undefined`: the caller has no such run, of that tool if an effect is given. */
  find(scope: McpScope, effect: ToolEffect | undefined, id: string): Promise<CodeRunRecord | undefined>
  /** `undefined`: it can't be read any more. */
  open(
    record: CodeRunRecord,
  ): Promise<Partial<{ readonly stopped: StoppedRun; readonly outcome: RunOutcome }> | undefined>
  /** True if a gateway is resuming the run at this moment. */
  isRunning(record: CodeRunRecord): Promise<boolean>
  /** Takes the run for this gateway. `undefined`: another one was first. */
  claim(record: CodeRunRecord): Promise<CodeRunRecord | undefined>
  /** Releases a claimed run, which is resumed later from where it was stopped. */
  release(claimed: CodeRunRecord): Promise<void>
  end(claimed: CodeRunRecord, outcome: RunOutcome): Promise<void>
}

/** The time for which a run's end can be read, and its code is kept. */
const endedRunMs = 24 * 3_600_000
/** The time that a caller has to resume a run after the last of its approvals has expired. */
const afterExpiryMs = 3_600_000
/** The time of a claim, longer than a run may take: a gateway that has not ended it by then is gone. */
const claimMs = runLimits.totalMs + 30_000

const free = { running_by: null, running_until: null }

const readExpiry = ({ state }: CallLog['asked'][number]): UnixMs => {
  const { expires_at } = JSON.parse(state) as { readonly expires_at: IsoTime }
  return msOf(expires_at)
}

/** The members of a record that stay the same. */
const describe = ({ caller, tenant }: McpScope, id: string, effect: ToolEffect, before: CodeRunRecord | undefined) => {
  const { tokenId, grantId = null } = toAsker(caller)
  return before ?? { id, tenant: tenant.id, token_id: tokenId, grant_id: grantId, effect, bytes: 0 }
}

export const createKeptRuns = (
  { store: { codeRuns: store, gateways }, vault, membership }: KeptRunParts,
  now = currentMs,
): KeptRuns => {
  const put = async (before: CodeRunRecord | undefined, next: CodeRunRecord, content?: Sealed) => {
    const { id, tenant } = next
    if (!content) return store.put(before?.version ?? null, next)
    const sealed = await vault.seal(JSON.stringify(content), codeRunBinding(next))
    return store.put(before?.version ?? null, { ...next, bytes: sealed.length }, { id, tenant, sealed })
  }
  const version = () => crypto.randomUUID()

  return {
    async stop(scope, { id, effect }, stopped, before) {
      if (JSON.stringify(stopped).length > codeRunBounds.runBytes) return undefined
      const expiries = stopped.asked.map(readExpiry)
      const due_at = latest([shiftTime(now(), endedRunMs), ...expiries.map((at) => shiftTime(at, afterExpiryMs))])
      const next = {
        ...describe(scope, id, effect, before),
        state: 'waiting',
        ...free,
        due_at,
        version: version(),
      } as const
      return (await put(before, next, { stopped })) === 'stored' ? next : undefined
    },
    async fail(scope, { id, effect }, stopped, error, before) {
      if (JSON.stringify(stopped).length > codeRunBounds.runBytes) return undefined
      const due_at = shiftTime(now(), endedRunMs)
      const next = {
        ...describe(scope, id, effect, before),
        state: 'ended',
        ...free,
        due_at,
        version: version(),
      } as const
      const { code, message, status, extras } = error
      const outcome = { error: { code, message, status, details: extras.details, run: extras.run } }
      return (await put(before, next, { outcome, stopped })) === 'stored' ? next : undefined
    },
    async find({ caller }, effect, id) {
      const record = await store.get(id)
      const isOfTool = effect === undefined || record?.effect === effect
      return record && isOfTool && isKeptFor(record, toAsker(caller)) ? record : undefined
    },
    async open(record) {
      const text = await store.text(record.id)
      try {
        return text && JSON.parse(await vault.open(text.sealed, codeRunBinding(record)))
      } catch (error) {
        if (error instanceof VaultError) return undefined
        throw error
      }
    },
    async isRunning({ state, running_by, running_until }) {
      if (state !== 'running' || (running_until ?? 0) <= now()) return false
      const { gateways: alive } = await gateways.fleet()
      return alive.some(({ gateway_id }) => gateway_id === running_by)
    },
    async claim(record) {
      const next = {
        ...record,
        state: 'running',
        running_by: membership.id(),
        running_until: shiftTime(now(), claimMs),
        version: version(),
      } as const
      return (await put(record, next)) === 'stored' ? next : undefined
    },
    async release(claimed) {
      await put(claimed, { ...claimed, state: 'waiting', ...free, version: version() })
    },
    async end(claimed, outcome) {
      const next = {
        ...claimed,
        state: 'ended',
        ...free,
        due_at: shiftTime(now(), endedRunMs),
        version: version(),
      } as const
      await put(claimed, next, { outcome })
    },
  }
}

export const toRunError = ({ code, message, status, details, run }: Extract<RunOutcome, { error: unknown }>['error']) =>
  new GatewayError(code, message, { status, run, details })
