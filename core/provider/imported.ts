import type { ActionClass } from './classes.ts'
import type { Sought } from './confirm.ts'
import type { DocumentRead, IdempotencyKeyPlace } from './effect.ts'
import type { AnyCuration, Overlay } from './overlay.ts'
import type { Actions, AnyAction, AnyProvider, Provider, Settings } from './provider.ts'
import type { Sunset } from './sunset.ts'

type Names<D> = keyof D & string
type ParamsIn<D, From extends keyof D> = Words<D[From] & string>

/**
 * The words of a text as a union: `'id name'` becomes `'id' | 'name'`. A document has thousands of names, and one text is
 * shorter.
 */
type Words<Text extends string, Found = never> = Text extends `${infer Word} ${infer Rest}`
  ? Words<Rest, Found | Word>
  : Found | Text

/** The members that don't depend on the action, written once because a document has a thousand actions. */
type Others = Omit<AnyCuration, 'from' | 'wrap' | 'keep' | 'rename' | 'fill' | 'clears' | 'confirm'>

/** The parameters that callers give; a document has too many for a type of each action's. */
type Given = Readonly<Record<string, unknown>>

/** Documents' types say nothing of values. */
type Fixed = string | number | boolean | readonly (string | number)[]

/** One form for each read of the document, which `read` chooses. */
type DocumentConfirm<D> = {
  readonly [Name in Names<D>]: {
    readonly read: Name
    readonly params: { readonly [P in ParamsIn<D, Name>]?: Fixed | ((params: Given, since: Date) => unknown) }
    when?(params: Given): boolean
    shows(data: unknown, sought: Sought<Given>): boolean | undefined
  }
}[Names<D>]

/**
 * A read of the imported document, for the `confirm` of a write by hand or the identity of a probe. `Document` is what `.generated/document.ts` exports.
 * @example
 * type Document = { get_item: 'item_id' } // import type { Document } from './.generated/document.ts'
 * export const delete_item = write('DELETE /items/{item_id}', {
 *   description: 'Delete an item',
 *   params: { item_id: text(100, 'Id of the item') },
 *   confirm: {
 *     read: documentRead<Document>()('get_item'),
 *     params: { item_id: ({ item_id }) => item_id },
 *     shows: (data) => data === undefined,
 *   },
 * })
 */
export const documentRead =
  <D>() =>
  <const Name extends Names<D>>(name: Name) =>
    // Core takes its name; the types are those of its parameters.
    name as unknown as DocumentRead<Name, ParamsIn<D, Name>>

interface Plain<From, P extends string, C> extends Others {
  readonly from: From
  readonly confirm?: C
  readonly wrap?: never
  readonly keep?: readonly P[]
  readonly clears?: readonly (P | `${P}.${string}`)[]
  readonly rename?: Readonly<Record<string, P>>
  readonly fill?: { readonly [Name in P]?: unknown }
}

/**
 * Codegen checks this, because types don't show what is in a wrapped parameter, and comparing all actions would slow the
 * compiler down.
 */
interface Wrapping<D> extends Others, Pick<AnyCuration, 'keep' | 'rename' | 'fill' | 'clears'> {
  readonly from: Names<D>
  readonly wrap: ParamsIn<D, Names<D>>
  readonly confirm?: DocumentConfirm<D>
}

/** One form for each action of the document, which `from` chooses. */
type Curation<D> =
  | { readonly [From in Names<D>]: Plain<From, ParamsIn<D, From>, DocumentConfirm<D>> }[Names<D>]
  | Wrapping<D>

/** A provider whose other actions come from an imported document; `actions` are those written by hand. */
export type ImportedProvider = AnyProvider & { readonly overlay: Overlay }

/** The overlay of a document's actions. */
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
  /**
   * Actions of the document that answer with a credential, where the document doesn't show it: only callers whose policy names
   * `secret` or the action may call them.
   * @example secret: ['get_items']
   */
  readonly secret?: readonly Names<D>[]
  /**
   * The classes of the document's writes that tools don't list, where their names don't show them, or show wrong ones; `[]`: none fits.
   * @example is: { delete_items: ['deletes'] }
   */
  readonly is?: { readonly [Name in Names<D>]?: readonly ActionClass[] }
  /**
   * Actions of the document that tools don't list and that only read, although neither method nor name shows it: those of an MCP
   * server are all writes but these. Read what a tool does before you name it here; the server's own word counts for nothing.
   * @example reads: ['get_items']
   */
  readonly reads?: readonly Names<D>[]
  /**
   * Deprecated actions of the document that callers keep, although a new import hides them.
   * @example keep: ['get_items']
   */
  readonly keep?: readonly Names<D>[]
  /**
   * The ends, by their vendor, of actions of the document that tools don't list. Until then they come last in searches.
   * @example sunset: { get_items: { on: '2026-08-26', instead: 'search_items' } }
   */
  readonly sunset?: { readonly [Name in Names<D>]?: Sunset }
  /**
   * The place where the vendor takes idempotency keys of every POST of the document.
   * @example idempotencyKey: 'Idempotency-Key'
   */
  readonly idempotencyKey?: string | IdempotencyKeyPlace
  /**
   * Values that are always sent where an action of the document has such a parameter; callers then have none.
   * `{settings.name}` in a text stands for the account's setting; `undefined` sends nothing.
   * @example fill: { workspace_id: '{settings.workspace}', stream: undefined }
   */
  readonly fill?: Readonly<Record<string, unknown>>
}

type Definition<D, S extends Settings> = Omit<Provider<Actions, S>, 'actions' | 'listed' | 'probe' | 'overlay'> &
  Pick<AnyProvider, 'probe'> &
  OverlayMembers<D>

const isAction = (declaration: AnyAction | AnyCuration): declaration is AnyAction => 'route' in declaration

const toOverlay = <D>(
  actions: Overlay['actions'],
  { hide = [], secret, is, reads, keep, sunset, idempotencyKey, fill }: Omit<OverlayMembers<D>, 'actions'>,
): Overlay => ({
  actions,
  hide,
  secret,
  ...(is && { is }),
  ...(reads && { reads }),
  ...(keep && { keep }),
  ...(sunset && { sunset }),
  ...(idempotencyKey !== undefined && { idempotencyKey }),
  fill,
})

/**
 * Defines a provider over an imported document: `Document` is what `.generated/document.ts` exports. Its `actions` are those that tools list:
 * the document's by `from`, or written by hand. Callers find the document's other actions by `find`.
 * @example
 * type Document = { get_items: 'state' } // import type { Document } from './.generated/document.ts'
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
  <const S extends Settings = Record<never, never>>(definition: Definition<D, S>): ImportedProvider => {
    const { actions, hide, secret, is, reads, keep, sunset, idempotencyKey, fill, ...facts } = definition
    const all = Object.entries<AnyAction | AnyCuration>(actions)
    const curated = all.filter((entry): entry is [string, AnyCuration] => !isAction(entry[1]))
    return {
      ...(facts as Omit<AnyProvider, 'actions'>),
      actions: Object.fromEntries(all.filter((entry): entry is [string, AnyAction] => isAction(entry[1]))),
      overlay: toOverlay<D>(Object.fromEntries(curated), definition),
    }
  }

/**
 * An imported document behind the actions of a `provider`: callers find and call its other operations. An operation with the method
 * and path of an action by hand is left out. `actions` curates some of them; the provider's `listed` then says which tools list.
 * @example overlay: behind<{ delete_items: never }>({ hide: ['delete_items'] })
 */
export const behind = <D>({
  actions = {},
  ...members
}: Omit<OverlayMembers<D>, 'actions'> & {
  readonly actions?: Readonly<Record<string, Curation<D>>>
} = {}): Overlay => toOverlay(actions, members)
