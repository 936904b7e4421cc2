import type Type from 'typebox'
import type { Pointer } from './answer/pages.ts'
import { type ActionClass, type ClassName, sortClasses } from './classes.ts'

/** `500ms`, `30s`, `5m`, `1h`: whole numbers, from 0. */
export type Duration = `${bigint}${'ms' | 's' | 'm' | 'h'}`

/** The members that reads and writes share. */
interface Answering {
  /** Its answer holds credentials, so that neither `read`, `write` nor `*` of a policy allows it. */
  readonly secret?: true
}

export interface Read extends Answering {
  readonly kind: 'read'
  /** The milliseconds for which an answer may be served from the cache; 0: never. */
  readonly ttlMs: number
}

/** The name of a read of a document, with the types of its parameters. */
export type DocumentRead<Name extends string = string, P extends string = never> = Name & {
  readonly effect: Read
  readonly params: { readonly [Parameter in P]: Type.TOptional<Type.TUnknown> }
}

export interface Write extends Answering {
  readonly kind: 'write'
  /** `never`: a failed try is not repeated. `nature`: the same call twice has one effect. `key`: the vendor drops repeats. */
  readonly idempotent: 'never' | 'nature' | 'key'
  /** The place where the vendor takes its key, with `key`: core sends one value on all tries of a call, the caller's if there is one. */
  readonly key?: IdempotencyKeyPlace
  /** The milliseconds for which the vendor drops repeats with one key, if it documents that. */
  readonly keyMs?: number
  /** The action only adds: nothing that is there is changed or removed. MCP clients then need not warn of destruction. */
  readonly additive?: true
  /** HTTP statuses by which the vendor says that nothing was done: the action may be sent again, whatever it does. */
  readonly repeatOn?: readonly number[]
  /** The classes of the write; `[]`: no class fits; left out: nobody declared any, so it is `unclassed`. */
  readonly is?: readonly ActionClass[]
}

export type ActionEffect = Read | Write

/** The kind of an action in access patterns, which distinguish actions that answer with credentials. */
export type ActionKind = ActionEffect['kind'] | `secret-${ActionEffect['kind']}`

export const actionKind = ({ kind, secret }: Pick<ActionEffect, 'kind' | 'secret'>): ActionKind =>
  secret ? `secret-${kind}` : kind

/**
 * The kind of tools that an action belongs to, for reads or for writes: clients run tools for reads without asking, so these have no
 * secret action.
 */
export const toolEffect = (kind: ActionKind): ActionEffect['kind'] => (kind === 'read' ? 'read' : 'write')

/** A place for idempotency keys other than a plain header. */
export type IdempotencyKeyPlace = {
  /**
   * The longest key that the vendor takes: a longer one is sent as its digest.
   * @example idempotencyKey: { header: 'Idempotency-Key', max: 128 }
   */
  readonly max?: number
  /**
   * The shortest time for which the vendor keeps a key, by its page. After that it would do the same again, so no try is sent any more.
   * @example idempotencyKey: { header: 'Idempotency-Key', keptFor: '6m' }
   */
  readonly keptFor?: Duration
} & (
  | {
      /**
       * The header of the key.
       * @example idempotencyKey: { header: 'Idempotency-Key', max: 128 }
       */
      readonly header: string
      readonly query?: never
      readonly body?: never
    }
  | {
      /**
       * The member of the query that is the key.
       * @example idempotencyKey: { query: 'request_id', max: 50 }
       */
      readonly query: string
      readonly header?: never
      readonly body?: never
    }
  | {
      /**
       * The pointer to the key in the body.
       * @example idempotencyKey: { body: '/transaction_id' }
       */
      readonly body: Pointer
      readonly header?: never
      readonly query?: never
    }
)

/** The declaration of an answer's contents. */
export interface AnswerOptions {
  /**
   * The answer holds a credential: a key, a token, or a link that signs in. Only callers whose policy names `secret` or the action
   * may call it.
   * @example secret: true
   */
  readonly secret?: true
}

/** The caching of a read. */
export interface ReadOptions extends AnswerOptions {
  /**
   * The time for which an answer may be served from the cache; left out: never.
   * @example ttl: '30s'
   */
  readonly ttl?: Duration
}

/** The conditions under which a write may be repeated. Without any of them, a failed try is answered, never repeated. */
export type WriteOptions = AnswerOptions & {
  /**
   * The action only adds: nothing that is there is changed or removed. MCP clients then don't warn of destruction.
   * @example additive: true
   */
  readonly additive?: true
  /**
   * Statuses by which the vendor says that nothing was done, so that the action is tried again, whatever it does.
   * @example repeatOn: [409]
   */
  readonly repeatOn?: readonly number[]
  /**
   * The classes of the write: each that a call of it may be, whatever its parameters. `[]` says that none fits. A write without it is
   * `unclassed`, which careful policies ask about.
   * @example is: ['sends']
   * @example is: []
   */
  readonly is?: readonly ActionClass[]
} & (
    | {
        /**
         * The same call twice has one effect, so a failed try is repeated.
         * @example idempotent: true
         */
        readonly idempotent?: true
        readonly idempotencyKey?: never
      }
    | {
        /**
         * The place where the vendor takes idempotency keys, mostly a header: a failed try is repeated under the same key.
         * @example idempotencyKey: 'Idempotency-Key'
         * @example idempotencyKey: { query: 'request_id', max: 50 }
         * @example idempotencyKey: { header: 'Idempotency-Key', keptFor: '6m' }
         */
        readonly idempotencyKey: string | IdempotencyKeyPlace
        readonly idempotent?: never
      }
  )

export type WriteMember = keyof WriteOptions

const unit = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 } as const

/** A `Duration`: its amount and its unit. */
export const durationPattern = /^(\d+)(ms|s|m|h)$/

/** Throws TypeError for what is not a duration. */
export const milliseconds = (duration: Duration): number => {
  const [, amount, name] = durationPattern.exec(duration) ?? []
  if (!amount) throw new TypeError(`${duration} is not a duration: write it like 500ms, 30s, 5m or 1h`)
  return Number(amount) * unit[name as keyof typeof unit]
}

export const readEffect = ({ ttl = '0s', secret }: ReadOptions): Read => ({
  kind: 'read',
  ttlMs: milliseconds(ttl),
  ...(secret && { secret }),
})

const keyMembers = (place: string | IdempotencyKeyPlace): Pick<Write, 'key' | 'keyMs'> => {
  const key = typeof place === 'string' ? { header: place } : place
  return { key, ...(key.keptFor !== undefined && { keyMs: milliseconds(key.keptFor) }) }
}

const readIdempotence = ({ idempotent, idempotencyKey }: WriteOptions): Write['idempotent'] => {
  if (idempotencyKey !== undefined) return 'key'
  return idempotent ? 'nature' : 'never'
}

export const writeEffect = (options: WriteOptions): Write => ({
  kind: 'write',
  idempotent: readIdempotence(options),
  ...(options.idempotencyKey !== undefined && keyMembers(options.idempotencyKey)),
  ...(options.additive && { additive: options.additive }),
  ...(options.repeatOn && { repeatOn: options.repeatOn }),
  ...(options.is && { is: sortClasses(options.is) }),
  ...(options.secret && { secret: options.secret }),
})

/** The place where the vendor takes the action's idempotency key; `undefined`: a read, or a write for which the vendor takes none. */
export const findKeyPlace = (effect: ActionEffect): IdempotencyKeyPlace | undefined =>
  effect.kind === 'write' ? effect.key : undefined

const noClasses: readonly ClassName[] = []
const unclassed: readonly ClassName[] = ['unclassed']

/** The classes of an action, as patterns name them. A read has none; a write that declares nothing is `unclassed`. */
export const listClasses = (effect: ActionEffect): readonly ClassName[] => {
  if (effect.kind === 'read') return noClasses
  return effect.is ?? unclassed
}
