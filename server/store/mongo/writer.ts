import type { Change } from '@patchbay/core/store'
import type { Decide, Replacement } from './write.ts'

/** How changes of configuration and credentials are written, and heard of from other gateways. */
export interface Writer {
  /**
   * Runs an operation: what `decide` asks for is done as a whole, and told of before this resolves. Of the operations
   * with one `scope`, over all gateways, one runs after the other.
   */
  write<T>(scope: string, decide: Decide<T>): Promise<T>
  /**
   * Replaces a document where there is one as it was seen, and then tells of `changes`; answers whether there was. Without
   * a transaction where there could be one: that of a process that dies over it locks its documents for a minute.
   */
  replace(scope: string, replacement: Replacement, changes?: readonly Change[]): Promise<boolean>
  /** Resolves when every later change of another gateway will be heard of. */
  listen(): Promise<void>
  /** Hears of nothing more. */
  stop(): void
}
