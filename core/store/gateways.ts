import type { IsoTime } from '../time.ts'

/** How long a gateway counts as alive after its last heartbeat, and how often it sends one, in milliseconds. */
export const gatewayLeaseMs = 15_000
export const gatewayBeatMs = 5000
/** How often a gateway looks for others whose leases are over. */
export const gatewayWatchMs = 2000

/** A gateway process, as it describes itself. */
export interface GatewayRef {
  /** Another one for each process. */
  readonly gateway_id: string
  /** The machine's name, which tells people which one it is. */
  readonly host: string
  /** Of `package.json`. */
  readonly version: string
  /** The highest level of stored records that it keeps and obeys (`levels.ts`). */
  readonly level: number
}

/** A gateway that uses the store. All times are those of the store's clock. */
export interface GatewayRecord extends GatewayRef {
  readonly started_at: IsoTime
  readonly beat_at: IsoTime
}

/** Which gateways use a store, and which may. */
export interface Fleet {
  /** A gateway below this level is refused. It never falls. */
  readonly lowest: number
  /** The gateways that are alive, in the order of their start. */
  readonly gateways: readonly GatewayRecord[]
}

/** The gateways that share a store. Their records aren't moved with a store; the lowest level is, as a snapshot. */
export interface Gateways {
  /** Whether other gateways may use the store at the same time, and take this one for dead. */
  readonly isShared: boolean
  /**
   * Says that the gateway is alive for `leaseMs` from now on, by the store's clock, and raises the lowest level to that of the lowest
   * gateway that is alive. A gateway below the lowest level isn't admitted: it finds itself missing in what this returns.
   */
  beat(gateway: GatewayRef, leaseMs: number): Promise<Fleet>
  /** Records that the gateway ends. */
  leave(gatewayId: string): Promise<void>
  fleet(): Promise<Fleet>
  /**
   * Ends what gateways hold whose leases are over: their open transactions, then their records, so that none of them finds its lease
   * again. A gateway that comes back takes another id. Returns why transactions could not be ended, if the store refuses that: they go on
   * until the store ends them by itself.
   */
  endDead(): Promise<Error | undefined>
}

/** The name of the snapshot that holds the lowest level. */
export const lowestLevel = 'lowest-level'
