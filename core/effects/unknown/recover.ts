import { type Intent, parseIntents } from '../../audit/index.ts'
import {
  type AuditEntry,
  type AuditOutcome,
  buildAuditEntry,
  type EffectKey,
  type IntentBatch,
  type KeyEnd,
  momentOfEntry,
  noEffects,
  type Store,
} from '../../store/index.ts'
import { msOf } from '../../time.ts'
import { type Vault, VaultError } from '../../vault/index.ts'
import { type KeyEvent, keyLife, keyMs } from '../key-life.ts'
import { type DeadEvent, writeLife } from '../write-life.ts'
import { openIntentParameters, sealParameters } from './confirm-parameters.ts'
import { buildKeyEnd, endAll, leaveUnknown } from './unknown.ts'

export interface RecoveryParts {
  readonly store: Pick<Store, 'effects'>
  readonly vault: Vault
  readonly gatewayId: () => string
  /** True if a write of this process is under way, or its entry isn't durable yet. */
  readonly isOpen: (id: string) => boolean
  /** Called for each call of a dead gateway whose outcome is unknown; more than once if recovery is cut off. */
  readonly onUnknown: (entry: AuditEntry) => void
  /** Called for each line of a batch that can't be read, which may have been a write: nothing else of it is kept. */
  readonly onDamaged: (line: string, batch: IntentBatch) => void
  readonly now?: () => Date
}

/** The most batches, and keys, that are recovered at once. */
const mostAtOnce = 20
/** A bound above the intents that a gateway has open at a time. */
const mostOwn = 1000

const reason = 'The gateway ended during the call: the provider may have carried it out'

/**
 * True if a write certainly never had the key that it was to take. A caller's key and that of an approval are never replaced, so a holder
 * that came while the write would still have had it was there before. The call itself as a key proves nothing: it may lapse within
 * seconds, and a repeat that ended unknown replaces it.
 */
const hasLostKey = ({ id, takes, same }: Intent, { entry_id }: EffectKey): boolean =>
  // Half of the time that a key lasts, as the clocks of gateways differ.
  entry_id !== id && takes !== same && momentOfEntry(entry_id) - momentOfEntry(id) < keyMs / 2

/** The event that ends an intent whose gateway died: its key may prove that it was done, or that it was never sent. */
const findDeadEvent = (intent: Intent, key: EffectKey | undefined): DeadEvent => {
  if (key?.entry_id === intent.id) return key.state === 'done' ? 'dead-done' : 'dead'
  return key && hasLostKey(intent, key) ? 'dead-lost' : 'dead'
}

const endings = {
  ok: { code: null, status: 200, billable: true, reason: null },
  error: { code: 'CONFLICT', status: 409, billable: false, reason: 'The idempotency key belongs to another call' },
  unknown: { code: null, status: 0, billable: false, reason },
} as const

const entryOf = ({ id, takes: _, same: __, ...members }: Intent, outcome: AuditOutcome): AuditEntry =>
  buildAuditEntry({ ...members, outcome, ...endings[outcome], cache: 'BYPASS' }, { id, at: momentOfEntry(id) })

const isLost = ({ outcome, code }: AuditEntry): boolean => outcome === 'unknown' && code === null

/** The end of a key whose holder's gateway is dead, by the holder's entry. All roles of keys end alike. */
const endByEntry = (key: EffectKey, entry: AuditEntry | undefined): KeyEnd => {
  const event: KeyEvent = entry ? `dead-${entry.outcome}` : 'dead-unsent'
  return buildKeyEnd(key.id, key.entry_id, keyLife[event].own)
}

export interface Recovery {
  /** Closes the writes that dead gateways left open. */
  ofDeadGateways(): Promise<void>
  /**
   * Takes back changes that this gateway gave up while the store didn't answer, and that were carried out after all: keys that no write has, and
   * intents of writes that have their entries.
   */
  ofThisGateway(): Promise<void>
}

/** Closes the writes of one batch: an entry for each, and a later look at those whose outcome nobody knows. */
const createCloseBatch = ({
  store: { effects },
  vault,
  gatewayId,
  onUnknown,
  onDamaged,
  now,
}: Omit<RecoveryParts, 'isOpen' | 'now'> & { readonly now: () => Date }) => {
  /** The parameters of a batch. If the key that sealed them is gone, the writes are recorded, but nothing can find out their outcomes. */
  const openParameters = (batch: IntentBatch): Promise<Readonly<Record<string, string>>> =>
    openIntentParameters(vault, batch).catch((error) => {
      if (error instanceof VaultError) return {}
      throw error
    })

  const closeBatch = async (batch: IntentBatch): Promise<void> => {
    const { intents, damaged } = parseIntents(batch)
    // They keep neither the others nor a gateway's start waiting.
    for (const line of damaged) onDamaged(line, batch)
    const parameters = await openParameters(batch)
    const closed = new Set((await effects.entries(intents.map(({ id }) => id))).map(({ id }) => id))
    const open = intents.filter(({ id }) => !closed.has(id))
    const keys = new Map((await effects.keys(open.flatMap(({ takes }) => takes ?? []))).map((key) => [key.id, key]))
    const fates = Map.groupBy(open, (intent) => writeLife.intent[findDeadEvent(intent, keys.get(intent.takes ?? ''))])
    const lost = fates.get('unknown') ?? []
    const at = msOf(now())
    const left = await Promise.all(
      lost.map(async (intent) =>
        leaveUnknown(intent, await sealParameters(vault, intent, parameters[intent.id]), gatewayId(), at),
      ),
    )
    await effects.commit({
      ...noEffects,
      again: true,
      now: at,
      entries: [...fates].flatMap(([outcome, each]) => each.map((intent) => entryOf(intent, outcome))),
      claims: left.flatMap(({ claims }) => claims),
      ends: left.flatMap(({ ends }) => ends),
      unknown: left.map(({ unknown }) => unknown),
    })
    await settle(batch, lost)
  }

  /**
   * Ends with a batch. Its gateway may have come back and recorded how a call ended, right before the entry was made here: then that
   * entry counts.
   */
  const settle = async (batch: IntentBatch, lost: readonly Intent[]): Promise<void> => {
    const entries = await effects.entries(lost.map(({ id }) => id))
    for (const entry of entries) if (isLost(entry)) onUnknown(entry)
    const entriesById = new Map(
      entries.filter(({ outcome }) => outcome !== 'unknown').map((entry) => [entry.id, entry]),
    )
    const ends = lost.flatMap((intent) => {
      const entry = entriesById.get(intent.id)
      return entry ? endAll(intent, entry.outcome === 'ok' ? 'found-done' : 'found-absent') : []
    })
    await effects.commit({
      ...noEffects,
      now: msOf(now()),
      closed: [batch.id],
      resolved: [...entriesById.keys()],
      ends,
    })
  }

  return closeBatch
}

/**
 * Closes the writes that dead gateways left open: nobody knows whether their vendors carried them out. Any number of gateways may do
 * this at once, and it may be cut off anywhere: the entries have the ids of their intents, so each is there once.
 */
export const createRecovery = ({
  store,
  vault,
  gatewayId,
  isOpen,
  onUnknown,
  onDamaged,
  now = () => new Date(),
}: RecoveryParts): Recovery => {
  const { effects } = store
  const closeBatch = createCloseBatch({ store, vault, gatewayId, onUnknown, onDamaged, now })

  const endKeys = async (keys: readonly EffectKey[]): Promise<void> => {
    if (keys.length === 0) return
    const entries = await effects.entries(keys.map(({ entry_id }) => entry_id))
    const byId = new Map(entries.map((entry) => [entry.id, entry]))
    const ends = keys.map((key) => endByEntry(key, byId.get(key.entry_id)))
    await effects.commit({ ...noEffects, now: msOf(now()), ends })
  }

  const recover = async (dead: string): Promise<void> => {
    for (;;) {
      const { batches, keys } = await effects.orphans(dead, mostAtOnce)
      for (const batch of batches) await closeBatch(batch)
      if (batches.length > 0) continue
      if (keys.length === 0) return
      await endKeys(keys)
    }
  }

  return {
    async ofDeadGateways() {
      for (const dead of await effects.deadGateways()) await recover(dead)
    },
    async ofThisGateway() {
      const { batches, keys } = await effects.orphans(gatewayId(), mostOwn)
      for (const batch of batches)
        if (!parseIntents(batch).intents.some(({ id }) => isOpen(id))) await closeBatch(batch)
      const left = keys.filter(({ entry_id }) => !isOpen(entry_id))
      // Read again: a write may have ended between the two looks, and its key with it.
      const ownKeys = await effects.keys(left.map(({ id }) => id))
      await endKeys(ownKeys.filter(({ state, entry_id }) => state === 'running' && !isOpen(entry_id)))
    },
  }
}
