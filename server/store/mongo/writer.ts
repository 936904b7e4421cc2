import type { Decide } from './write.ts'

/** How changes of configuration and credentials are written, and heard of from other gateways. */
export interface Writer {
  /**
   * Runs an operation: what `decide` asks for is done as a whole, and told of before this resolves. Of the operations
   * with one `scope`, over all gateways, one runs after the other.
   */
  write<T>(scope: string, decide: Decide<T>): Promise<T>
  /** Resolves when every later change of another gateway will be heard of. */
  listen(): Promise<void>
  /** Hears of nothing more. */
  stop(): void
}
