import type { AuditEntry, IntentBatch, KeyClaim } from '../store/index.ts'
import { type Intent, printIntents } from './intents.ts'

/** A write that is about to be sent. */
export interface Opening {
  readonly intent: Intent
  readonly claims?: readonly KeyClaim[] | undefined
  /** The parameters, sealed, by which a later look can tell if the write was done. */
  readonly parameters?: string | undefined
}

/** The parameters of some writes, with the writes' ids. */
export type WritesParameters = readonly (readonly [id: string, parameters: string])[]

export interface IntentsOptions {
  /** The gateway to which intents belong. */
  readonly gatewayId?: (() => string) | undefined
  /** Seals the parameters of a batch of intents. */
  readonly seal?: ((parameters: WritesParameters, batch: string) => Promise<string>) | undefined
}

/** Tracks open writes, so that a batch of intents can be removed once all of its writes have their entries. */
export const createOpenIntents = ({ gatewayId = () => '', seal }: IntentsOptions) => {
  const batchOf = new Map<string, { readonly id: string; open: number }>()
  const open = (batch: string, intents: readonly Intent[]): void => {
    const opened = { id: batch, open: intents.length }
    for (const { id } of intents) batchOf.set(id, opened)
  }
  return {
    has: (id: string): boolean => batchOf.has(id),
    /** Opens writes, and builds the batch of their intents; `null`: there are none. */
    async open(openings: readonly Opening[]): Promise<IntentBatch | null> {
      const [first] = openings
      if (!first) return null
      const intents = openings.map(({ intent }) => intent)
      const { id } = first.intent
      open(id, intents)
      const parameters: (readonly [id: string, parameters: string])[] = []
      for (const { intent, parameters: text } of openings) if (text !== undefined) parameters.push([intent.id, text])
      const sealed = seal && parameters.length > 0 ? await seal(parameters, id) : null
      return { id, gateway_id: gatewayId(), count: openings.length, lines: printIntents(intents), sealed }
    },
    /** The batches that these entries close. */
    close(entries: readonly AuditEntry[]): readonly string[] {
      if (batchOf.size === 0) return []
      const closed: string[] = []
      for (const { id } of entries) {
        const batch = batchOf.get(id)
        if (!batch) continue
        batchOf.delete(id)
        if (--batch.open === 0) closed.push(batch.id)
      }
      return closed
    },
  }
}
