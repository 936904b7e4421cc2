import type Type from 'typebox'
import type { Answer, Failure } from './answer/failure.ts'
import type { ModelOptions } from './answer/for-models.ts'
import type { Pages } from './answer/pages.ts'
import type { ActionClass } from './classes.ts'
import type { AnyConfirm } from './confirm.ts'
import type { ActionEffect, Read } from './effect.ts'
import type { Params, ParamsOf } from './parameters.ts'
import type { Declared, RequestParts } from './request/placement.ts'
import type { ActionRequest, AnswerKind, ProviderAccount } from './request/request.ts'
import type { Roles } from './roles.ts'
import type { Sunset } from './sunset.ts'

/** A tool of an MCP server, as it was when it was imported. */
export interface PinnedTool {
  /** The server's own name of it. */
  readonly name: string
  /** Reads the tool as the server listed it then. */
  read(): object
}

/** One thing that callers can do at a provider, as core runs it; `read` and `write` make it. */
export interface Action<P extends Params = Params, E extends ActionEffect = ActionEffect> extends ModelOptions {
  readonly route: string
  readonly description: string
  readonly synonyms?: readonly string[]
  readonly effect: E
  /** With the parameters that `pages` adds: `limit` and the one that names the next page. */
  readonly params: P
  /** The author's definition, including what no other member shows: codegen checks it, and `providers.lock.json` has its digest. */
  readonly definition: Declared
  /** The whole request. Throws VALIDATION_ERROR for what the schema can't say. */
  request(params: ParamsOf<P>, account: ProviderAccount): ActionRequest
  readonly result?: Type.TSchema
  /** The shape of what callers get, for code and models alone. */
  readonly answers?: Type.TSchema
  shape?(body: unknown, answer: Answer): unknown
  readonly pages?: Pages
  /** Takes precedence over the provider's `failure`. */
  failure?(body: unknown, answer: Answer): Failure | undefined
  /** Left out: JSON where `result`, `shape`, `pages` or `graphql` read it, else `any`. */
  readonly answer?: AnswerKind
  /** `answer` is what a document declares: an answer whose `Content-Type` says otherwise is read by that. */
  readonly trustsContentType?: true
  /** Left out: the provider's own. */
  readonly origin?: string
  /** `false`: the provider takes the request without a credential. */
  readonly auth?: false
  /** The schemas to which those of `params` refer, by the text of the reference. */
  readonly references?: Readonly<Record<string, unknown>>
  /** Further names by which callers may send parameters, each with the parameter's own name. */
  readonly otherNames?: Readonly<Record<string, string>>
  /** The vendor's document advises against it. */
  readonly deprecated?: true
  readonly sunset?: Sunset
  /** The read of a write that finds out the outcome of a call whose answer was lost. */
  readonly confirm?: AnyConfirm
  /** The roles of a write's parameters. */
  readonly roles?: Roles
  /** The calls that are of a class. */
  readonly onlyIf?: CallClasses<never>
  /** The requests before a write's own. */
  readonly before?: readonly AnyStep[]
  complete?(params: never, answers: readonly unknown[]): RequestParts
  /** The tool that the request calls: the vendor is an MCP server, and its answer is a tool's result. */
  readonly tool?: PinnedTool
  /** Tells actions from curations of documents' actions. */
  readonly from?: never
}

/** A step with its types erased. */
interface AnyStep {
  readonly send: Action
  params(params: never, answers: readonly unknown[]): object
}

/** A request that prepares a write, such as one that asks for an address to upload to. It has no effect by itself. `W`: the write's parameters. */
export interface WriteStep<W> {
  /**
   * The request, as an action of its own that callers don't have; its `origin` may be another, and with `auth: false` it carries no credential.
   * It is a read, so that a failed try is repeated.
   * @example before: [{ send: read('POST /uploads', { description: 'Ask for an address', params: {} }), params: () => ({}) }]
   */
  // biome-ignore lint/suspicious/noExplicitAny: each step has parameters of its own, which no common type admits
  readonly send: Action<any, Read>
  /**
   * The step's parameters, made of the write's and of the answers to the steps before it.
   * @example before: [{ send: read('POST /uploads', { description: 'Ask for an address', params: {} }), params: ({ title }) => ({ title }) }]
   */
  params(params: W, answers: readonly unknown[]): object
}

/** Tells for a class which calls are of it. `W`: the write's parameters. */
export type CallClasses<W> = { readonly [Class in ActionClass]?: (params: W) => boolean }
