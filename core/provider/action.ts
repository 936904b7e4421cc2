import type Type from 'typebox'
import type { Call, CallContext } from './call.ts'
import type { Effect, Read } from './effect.ts'
import type { Pages } from './pages.ts'

export type Params = Readonly<Record<string, Type.TSchema>>
export type ParamsOf<P extends Params> = Type.Static<Type.TObject<P>>

/** The parts of a provider's HTTP answer that a plugin may read. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
}

/**
 * One thing a caller can do at a provider. `params` is the TypeBox schema by name, from which the REST validator and
 * the MCP tool come. `call` is pure: no clock, no fetch, no secrets.
 */
export interface Action<P extends Params = Params, E extends Effect = Effect> {
  /** One sentence for people and models. */
  readonly description: string
  readonly effect: E
  readonly params: P
  /** Makes the provider's request. Throws VALIDATION_ERROR, by `path` or by `invalid`. */
  call(params: ParamsOf<P>, context: CallContext): Call
  /** What the provider's answer must be; another one is UPSTREAM_ERROR 502. */
  readonly result?: Type.TSchema
  /** Makes `data` of the provider's parsed answer. Never drops ids or values that the caller asked for. */
  shape?(body: unknown, answer: Answer): unknown
  /** How a list goes on; only reads have it. */
  readonly pages?: E extends Read ? Pages : never
}

/** A call with no member that `Call` doesn't have: TypeScript by itself lets extra ones pass in what a function returns. */
type Exact<C extends Call> = C & { readonly [K in Exclude<keyof C, keyof Call>]: never }

/** Defines an action; the parameters of `call` are inferred from `params`. */
export const action = <const P extends Params, const E extends Effect, const C extends Call>(
  definition: Action<P, E> & { call(params: ParamsOf<P>, context: CallContext): Exact<C> },
): Action<P, E> => definition
