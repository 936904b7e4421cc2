import type Type from 'typebox'
import type { Answer, Failure } from './answer/failure.ts'
import type { Pages } from './answer/pages.ts'
import type { ReadOptions, WriteOptions } from './effect.ts'
import type { Sunset } from './sunset.ts'

/** How an action of a document is turned into one that tools list, where all names are texts. */
export interface AnyCuration extends ReadOptions, Pick<WriteOptions, 'additive' | 'repeatOn'> {
  /**
   * The document's action.
   * @example from: 'get_tasks'
   */
  readonly from: string
  /**
   * The optional parameters that stay; left out: all. Required ones stay unless they are filled.
   * @example keep: ['project', 'assignee']
   */
  readonly keep?: readonly string[]
  /**
   * The document's parameters by the names that callers use.
   * @example rename: { project_id: 'project' }
   */
  readonly rename?: Readonly<Record<string, string>>
  /**
   * Values that are always sent; callers then have no such parameter. `{settings.name}` in a text stands for the account's setting.
   * @example fill: { opt_fields: 'name,completed' }
   */
  readonly fill?: Readonly<Record<string, unknown>>
  /**
   * The parameter that holds all others of the body: its members become the parameters.
   * @example wrap: 'data'
   */
  readonly wrap?: string
  /**
   * How the list goes on, as for a `read`; the names in it are the document's.
   * @example pages: cursor({ items: '/data', next: '/next_page/offset', into: 'offset', size: { into: 'limit', max: 100 } })
   */
  readonly pages?: Pages
  /**
   * One sentence, where the document's own doesn't do.
   * @example description: 'List the tasks of a project'
   */
  readonly description?: string
  /**
   * What people call the action and its name doesn't say.
   * @example synonyms: ['to-do']
   */
  readonly synonyms?: readonly string[]
  /**
   * What the action does, where its method doesn't say it: a search by POST reads.
   * @example effect: 'read'
   */
  readonly effect?: 'read' | 'write'
  /**
   * The same call twice has one effect, so a failed try is repeated.
   * @example idempotent: true
   */
  readonly idempotent?: true
  /**
   * The vendor's header for idempotency keys.
   * @example idempotencyKey: 'Idempotency-Key'
   */
  readonly idempotencyKey?: string
  /**
   * What the provider's answer must be; another one is UPSTREAM_ERROR 502.
   * @example result: Type.Object({ data: Type.Array(Type.Unknown()) })
   */
  readonly result?: Type.TSchema
  /**
   * Makes `data` of the provider's parsed answer.
   * @example shape: (body) => Object(body).data
   */
  shape?(body: unknown, answer: Answer): unknown
  /**
   * When the vendor ends the action.
   * @example sunset: { on: '2026-08-26', instead: 'create_response' }
   */
  readonly sunset?: Sunset
  /**
   * Goes before the provider's own.
   * @example failure: (body) => (Object(body).ok === false ? { message: 'refused' } : undefined)
   */
  failure?(body: unknown, answer: Answer): Failure | undefined
}

/** What an overlay adds to a document. */
export interface Overlay {
  readonly actions: Readonly<Record<string, AnyCuration>>
  /** Actions of the document that nobody can call. */
  readonly hide: readonly string[]
  /** Actions of the document that answer with credentials, beside those of which the document itself shows it. */
  readonly secret?: readonly string[]
  /** Deprecated actions that callers have all the same, where an import has hidden those. */
  readonly keep?: readonly string[]
  /** When the vendor ends actions of the document. */
  readonly sunset?: Readonly<Record<string, Sunset | undefined>>
  /** Values that are always sent where an action of the document has such a parameter; callers then have none. */
  readonly fill?: Readonly<Record<string, unknown>>
}
