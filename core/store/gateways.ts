import type { IsoTime } from '../time.ts'

/** The milliseconds for which a gateway counts as alive after its last heartbeat, and the interval of heartbeats. */
export const gatewayLeaseMs = 15_000
export const gatewayBeatMs = 5000
/** The interval at which a gateway checks for others whose leases are over. */
export const gatewayWatchMs = 2000

/** A gateway process, as it describes itself. */
export interface GatewayRef {
  /** The id of the process. */
  readonly gateway_id: string
  /** The machine's name, by which people recognize it. */
  readonly host: string
  /** The version in `package.json`. */
  readonly version: string
  /** The highest level of stored records that the gateway keeps and obeys (`levels.ts`). */
  readonly level: number
}

/** A gateway that uses the store. All times are those of the store's clock. */
export interface GatewayRecord extends GatewayRef {
  readonly started_at: IsoTime
  readonly beat_at: IsoTime
}

/** The gateways that use a store, and the lowest level that may. */
export interface Fleet {
  /** A gateway below this level is refused. It never falls. */
  readonly lowest: number
  /** The gateways that are alive, in the order of their start. */
  readonly gateways: readonly GatewayRecord[]
}

/** The gateways that share a store. Their records aren't moved with a store; the lowest level is, as a snapshot. */
export interface Gateways {
  /** True if other gateways may use the store at the same time, and take this one for dead. */
  readonly isShared: boolean
  /**
   * Records that the gateway is alive for `leaseMs` from now on, by the store's clock, and raises the lowest level to that of the lowest
   * gateway that is alive. A gateway below the lowest level isn't admitted: the returned fleet lacks it.
   */
  beat(gateway: GatewayRef, leaseMs: number): Promise<Fleet>
  /** Records that the gateway ends. */
  leave(gatewayId: string): Promise<void>
  fleet(): Promise<Fleet>
  /**
   * Ends the open transactions, then the records, of gateways whose leases are over, so that none of them finds its lease
   * again. A gateway that comes back takes another id. Returns an error if the store refuses to end transactions: they continue
   * until the store ends them by itself.
   */
  endDead(): Promise<Error | undefined>
}

/** The name of the snapshot that holds the lowest level. */
export const lowestLevel = 'lowest-level'
