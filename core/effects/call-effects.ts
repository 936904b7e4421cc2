import type { AuditLog, Intent } from '../audit/index.ts'
import { accountKey, type CallContext, type OpenWrite, type PreparedCall } from '../context/index.ts'
import { GatewayError } from '../errors.ts'
import type { Aftermath, AuditOutcome, Store } from '../store/index.ts'
import type { Vault } from '../vault/index.ts'
import { canonicalCall, digestCall } from './digest.ts'
import { buildResolvingEntry } from './resolving-entry.ts'
import { createTenantDigests, type TenantDigests } from './tenant-digests.ts'
import { endAll, leaveUnknown } from './unknown.ts'

/** This process, as one of the gateways that share a store. */
export interface GatewayLife {
  /** Another one after a pause in which others may have taken this gateway for dead. */
  readonly id: () => string
  /** Whether nobody can have taken it for dead. */
  readonly isAlive: () => boolean
}

export interface CallEffectsParts {
  readonly store: Pick<Store, 'tenantSecrets' | 'changes' | 'effects'>
  readonly vault: Vault
  readonly auditLog: Pick<AuditLog, 'open' | 'resolve'>
  readonly gateway: GatewayLife
}

/** What writes do at vendors is known before it happens, and stays known. */
export interface CallEffects {
  /** Makes a write's intent durable, right before it is sent. Throws UNAVAILABLE if that fails: then nothing may be sent. */
  open(context: CallContext, prepared: PreparedCall): Promise<void>
}

const notDurable = (): GatewayError =>
  new GatewayError('UNAVAILABLE', 'The audit log can’t be written at the moment, so nothing was sent; try again', {
    retryAfter: 1,
  })

const buildIntent = (
  context: CallContext,
  { ref, name }: PreparedCall,
  same: string,
  { id, digest }: Pick<OpenWrite, 'id' | 'digest'>,
): Intent => ({
  id,
  tenant: ref.tenant,
  action: name,
  source: context.source,
  key: accountKey(context) ?? null,
  ip: context.arrival.ip,
  token_id: context.tokenId ?? null,
  request_id: context.arrival.requestId,
  digest,
  approval_id: null,
  parent: null,
  actor: null,
  takes: null,
  same,
})

type Correct = (intent: Intent, outcome: AuditOutcome) => Promise<void>

/** A class, as the functions of an object would be made for each write. */
class WriteUnderWay implements OpenWrite {
  readonly #intent: Intent
  readonly #gateway: GatewayLife
  readonly #openedAs: string
  readonly #correct: Correct

  constructor(intent: Intent, gateway: GatewayLife, correct: Correct) {
    this.#intent = intent
    this.#gateway = gateway
    this.#openedAs = gateway.id()
    this.#correct = correct
  }

  get id(): string {
    return this.#intent.id
  }

  get digest(): string {
    return this.#intent.digest ?? ''
  }

  maySend(): boolean {
    return this.#gateway.isAlive() && this.#gateway.id() === this.#openedAs
  }

  close(outcome: AuditOutcome): Aftermath | undefined {
    return outcome === 'unknown' ? leaveUnknown(this.#intent, null, this.#gateway.id(), Date.now()) : undefined
  }

  recorded(outcome: AuditOutcome): Promise<void> | undefined {
    return this.#gateway.id() === this.#openedAs ? undefined : this.#correct(this.#intent, outcome)
  }
}

export const createCallEffects = ({ store, vault, auditLog, gateway }: CallEffectsParts): CallEffects => {
  const digestsOf = createTenantDigests(store, vault)

  /** Others took this gateway for dead during the call, and may have recorded it as unknown. */
  const correct = async (intent: Intent, outcome: AuditOutcome): Promise<void> => {
    const [entry] = await store.effects.entries([intent.id])
    if (entry?.outcome !== 'unknown' || outcome === 'unknown') return
    const isDone = outcome === 'ok'
    const reason = `The gateway, which had been taken for dead, learnt that the call ${isDone ? 'was' : 'was not'} carried out`
    await auditLog.resolve(buildResolvingEntry(entry, { as: isDone ? 'done' : 'absent', source: 'job', reason }), {
      resolved: intent.id,
      ends: endAll(intent, isDone ? 'done' : 'free'),
    })
  }

  const openAs = async (context: CallContext, prepared: PreparedCall, digests: TenantDigests): Promise<void> => {
    const canonical = canonicalCall(prepared)
    const id = Bun.randomUUIDv7('hex', Date.now())
    const digest = digestCall(digests, id, canonical)
    const same = digests.of('same', context.tokenId ?? '', canonical)
    const intent = buildIntent(context, prepared, same, { id, digest })
    // From here on the call's audit entry closes the intent, even if it isn't durable.
    context.write = new WriteUnderWay(intent, gateway, correct)
    const { durable } = await auditLog.open({ intent })
    if (!durable) throw notDurable()
  }

  return {
    open(context, prepared) {
      const digests = digestsOf(prepared.ref.tenant)
      return digests instanceof Promise
        ? digests.then((opened) => openAs(context, prepared, opened))
        : openAs(context, prepared, digests)
    },
  }
}
