import type Type from 'typebox'
import type { Answer, Failure } from './answer/failure.ts'
import type { ModelOptions } from './answer/for-models.ts'
import type { Pages } from './answer/pages.ts'
import type { ActionClass } from './classes.ts'
import type { AnyConfirm } from './confirm.ts'
import type { IdempotencyKeyPlace, ReadOptions, WriteOptions } from './effect.ts'
import type { Roles } from './roles.ts'
import type { Sunset } from './sunset.ts'

/** The changes by which an overlay turns an action of a document into one that tools list. */
export interface AnyCuration extends ReadOptions, ModelOptions, Pick<WriteOptions, 'additive' | 'repeatOn' | 'is'> {
  /**
   * The document's action.
   * @example from: 'get_tasks'
   */
  readonly from: string
  /**
   * The optional parameters that stay; left out: all of them. Required parameters stay unless `fill` sets them.
   * @example keep: ['project', 'assignee']
   */
  readonly keep?: readonly string[]
  /**
   * The document's names of parameters, by the new names that callers use.
   * @example rename: { project_id: 'project' }
   */
  readonly rename?: Readonly<Record<string, string>>
  /**
   * Parameters that `null` clears at the vendor, where the document doesn't say so. The names are the document's. Of a parameter that
   * holds values by names, `null` clears each value; `start.date` is a member of the object that the parameter `start` is.
   * @example clears: ['notes']
   */
  readonly clears?: readonly string[]
  /**
   * Values that are always sent; callers then have no such parameter. `{settings.name}` in a text stands for the account's setting.
   * @example fill: { opt_fields: 'name,completed' }
   */
  readonly fill?: Readonly<Record<string, unknown>>
  /**
   * The member of the body that holds all other members. Callers give those as parameters.
   * @example wrap: 'data'
   */
  readonly wrap?: string
  /**
   * The pagination of the list, as for a `read`. The names are the document's.
   * @example pages: cursor({ items: '/data', next: '/next_page/offset', into: 'offset', size: { into: 'limit', max: 100 } })
   */
  readonly pages?: Pages
  /**
   * One sentence, if the document's own is not good enough.
   * @example description: 'List the tasks of a project'
   */
  readonly description?: string
  /**
   * Search terms that appear in neither its name nor its description.
   * @example synonyms: ['to-do']
   */
  readonly synonyms?: readonly string[]
  /**
   * The effect of the action, if its method doesn't show it: a search by POST reads.
   * @example effect: 'read'
   */
  readonly effect?: 'read' | 'write'
  /**
   * The same call twice has one effect, so a failed try is repeated.
   * @example idempotent: true
   */
  readonly idempotent?: true
  /**
   * The place where the vendor takes idempotency keys, mostly a header. A document's header `Idempotency-Key` is found without it.
   * @example idempotencyKey: 'Idempotency-Key'
   * @example idempotencyKey: { query: 'request_id', max: 50 }
   */
  readonly idempotencyKey?: string | IdempotencyKeyPlace
  /**
   * The schema of the provider's answer; any other answer is UPSTREAM_ERROR 502.
   * @example result: Type.Object({ data: Type.Array(Type.Unknown()) })
   */
  readonly result?: Type.TSchema
  /**
   * The shape of what callers get, where the document doesn't say it; `Type.Null()`: nothing. No answer is refused by it.
   * @example answers: Type.Object({ id: Type.String() })
   */
  readonly answers?: Type.TSchema
  /**
   * Makes `data` of the provider's parsed answer.
   * @example shape: (body) => Object(body).data
   */
  shape?(body: unknown, answer: Answer): unknown
  /**
   * The end of the action by its vendor.
   * @example sunset: { on: '2026-08-26', instead: 'create_response' }
   */
  readonly sunset?: Sunset
  /**
   * The way to find out if the write was carried out when its answer was lost. The read and its parameters are the document's;
   * the write's parameters are those that callers give.
   * @example confirm: { read: 'get_items', params: { limit: 100 }, shows: (data: unknown) => Object(data).status === 'archived' }
   */
  readonly confirm?: AnyConfirm
  /**
   * The roles of the parameters, by the names that callers use.
   * @example roles: { recipient: ['/attendees/email'], destination: ['/calendar_id'] }
   */
  readonly roles?: Roles
  /**
   * Called before the provider's own `failure`.
   * @example failure: (body) => (Object(body).ok === false ? { message: 'refused' } : undefined)
   */
  failure?(body: unknown, answer: Answer): Failure | undefined
}

/** The additions of an overlay to a document. */
export interface Overlay {
  readonly actions: Readonly<Record<string, AnyCuration>>
  /** Actions of the document that nobody can call. */
  readonly hide: readonly string[]
  /** Further actions of the document that answer with credentials: the ones for which the document doesn't show it. */
  readonly secret?: readonly string[] | undefined
  /** The classes of the document's writes that tools don't list; `[]`: none fits. They take precedence over what names show. */
  readonly is?: Readonly<Record<string, readonly ActionClass[] | undefined>>
  /** Actions of the document that only read, although it doesn't show that. */
  readonly reads?: readonly string[]
  /** Deprecated actions that callers keep, although the import hides deprecated actions. */
  readonly keep?: readonly string[]
  /** The days on which the vendor ends actions of the document. */
  readonly sunset?: Readonly<Record<string, Sunset | undefined>>
  /** The place where the vendor takes idempotency keys of every POST of the document. */
  readonly idempotencyKey?: string | IdempotencyKeyPlace
  /** Values that are always sent if an action of the document has such a parameter; callers don't have it then. */
  readonly fill?: Readonly<Record<string, unknown>> | undefined
}
