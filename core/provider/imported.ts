import type Type from 'typebox'
import type { ReadOptions, WriteOptions } from './effect.ts'
import type { Answer, Failure } from './failure.ts'
import type { Pages } from './pages.ts'
import type { Actions, AnyAction, AnyProvider, Provider, Settings } from './provider.ts'

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
   * Values that are always sent; callers then have no such parameter.
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
   * Goes before the provider's own.
   * @example failure: (body) => (Object(body).ok === false ? { message: 'refused' } : undefined)
   */
  failure?(body: unknown, answer: Answer): Failure | undefined
}

type Names<D> = keyof D & string
type ParamsIn<D, From extends keyof D> = D[From] extends { readonly params: infer P extends string } ? P : never

/** What doesn't depend on the action: written once, as a document has a thousand. */
type Others = Omit<AnyCuration, 'from' | 'wrap' | 'keep' | 'rename' | 'fill'>

interface Plain<From, P extends string> extends Others {
  readonly from: From
  readonly wrap?: never
  readonly keep?: readonly P[]
  readonly rename?: Readonly<Record<string, P>>
  readonly fill?: { readonly [Name in P]?: unknown }
}

/** What lies in a wrapped parameter isn't known to types, and which action has it would take long to say: codegen checks both. */
interface Wrapping<D> extends Others, Pick<AnyCuration, 'keep' | 'rename' | 'fill'> {
  readonly from: Names<D>
  readonly wrap: ParamsIn<D, Names<D>>
}

/** One form for each action of the document, which `from` chooses. */
type Curation<D> = { readonly [From in Names<D>]: Plain<From, ParamsIn<D, From>> }[Names<D>] | Wrapping<D>

/** What an overlay adds to a document. */
export interface Overlay {
  readonly actions: Readonly<Record<string, AnyCuration>>
  /** Actions of the document that nobody can call. */
  readonly hide: readonly string[]
}

/** A provider whose other actions come from an imported document; `actions` are those written by hand. */
export type ImportedProvider = AnyProvider & { readonly overlay: Overlay }

/** What the overlay says of a document's actions. */
interface OverlayMembers<D> {
  /**
   * The actions that tools list: the document's, or made by `read` and `write`.
   * @example actions: { list_items: { from: 'get_items', ttl: '30s' } }
   */
  readonly actions: Readonly<Record<string, AnyAction | Curation<D>>>
  /**
   * Actions of the document that nobody can call.
   * @example hide: ['delete_items']
   */
  readonly hide?: readonly Names<D>[]
}

type Definition<D, S extends Settings> = Omit<Provider<Actions, S>, 'actions' | 'probe'> &
  Pick<AnyProvider, 'probe'> &
  OverlayMembers<D>

const isAction = (given: AnyAction | AnyCuration): given is AnyAction => 'route' in given

/**
 * Defines a provider over an imported document: `Document` is what `document.ts` exports. Its `actions` are those that tools list:
 * the document's by `from`, or written by hand. Callers find the document's other actions by `find`.
 * @example
 * type Document = { get_items: { params: 'state' } } // import type { Document } from './document.ts'
 * export default imported<Document>()({
 *   id: 'shelves',
 *   title: 'Shelves',
 *   origin: 'https://api.example.com',
 *   auth: apiKey({ header: 'X-Api-Key' }),
 *   actions: { list_items: { from: 'get_items', keep: ['state'], ttl: '30s' } },
 * })
 */
export const imported =
  <D>() =>
  <const S extends Settings = Record<never, never>>({
    actions,
    hide = [],
    ...facts
  }: Definition<D, S>): ImportedProvider => {
    const all = Object.entries<AnyAction | AnyCuration>(actions)
    return {
      ...(facts as Omit<AnyProvider, 'actions'>),
      actions: Object.fromEntries(all.filter((entry): entry is [string, AnyAction] => isAction(entry[1]))),
      overlay: {
        actions: Object.fromEntries(all.filter((entry): entry is [string, AnyCuration] => !isAction(entry[1]))),
        hide,
      },
    }
  }
