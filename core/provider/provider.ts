import type Type from 'typebox'
import type { Action } from './action.ts'
import type { Answer, Failure } from './answer/failure.ts'
import type { Limits, RateLimitHint } from './answer/limits.ts'
import type { Pointer } from './answer/pages.ts'
import type { Auth } from './auth/auth.ts'
import type { ActionEffect, DocumentRead, Read } from './effect.ts'
import type { Overlay } from './overlay.ts'
import type { Params, ParamsOf } from './parameters.ts'
import type { AccountOrigin } from './request/origin.ts'
import type { Encoding, FixedHeaders } from './request/request.ts'

// biome-ignore lint/suspicious/noExplicitAny: `request` takes its own parameters, so no narrower type admits every action
export type AnyAction = Action<any, any>
export type Actions = Readonly<Record<string, AnyAction>>

/** Per-account settings: strings, each with an anchored `pattern` and a `maxLength`. */
export type Settings = Readonly<Record<string, Type.TString>>

/** A field of the form in which a person enters a credential, in the vendor's own words. */
export interface CredentialField {
  /**
   * The name that the vendor's own page gives the value.
   * @example credentialFields: { username: { label: 'Account SID' } }
   */
  readonly label: string
  /**
   * The sign by which people tell the value from others.
   * @example credentialFields: { username: { label: 'Account SID', hint: 'Begins with AC' } }
   */
  readonly hint?: string
}

type ReadName<A extends Actions> = {
  [K in keyof A & string]: A[K] extends Action<infer _P, infer E> ? ([E] extends [Read] ? K : never) : never
}[keyof A & string]

/**
 * A read of the imported document that says whose credential it is. Codegen checks its parameters, in whose texts `{settings.name}` stands
 * for the account's setting.
 */
interface DocumentIdentityRead {
  readonly action: DocumentRead
  readonly params: Readonly<Record<string, string | number | boolean>>
  readonly at: Pointer | readonly Pointer[]
}

/** A read that says whose credential it is, and where in its answer. */
export type IdentityRead<A extends Actions> =
  | {
      [K in ReadName<A>]: {
        readonly action: K
        readonly params: A[K] extends Action<infer P extends Params, ActionEffect> ? ParamsOf<P> : never
        readonly at: Pointer | readonly Pointer[]
      }
    }[ReadName<A>]
  | DocumentIdentityRead

/** A read that shows whether a credential works: its action and parameters. */
export type Probe<A extends Actions> = {
  [K in ReadName<A>]: {
    readonly action: K
    readonly params: A[K] extends Action<infer P extends Params, ActionEffect> ? ParamsOf<P> : never
    /**
     * The place of the credential's owner in the answer: a JSON pointer, or several; or another read that has it, which is made when
     * somebody connects or tests an account.
     * @example probe: { action: 'get_account', params: {}, identity: ['/team', '/user'] }
     * @example probe: { action: 'get_limits', params: {}, identity: { action: 'get_account', params: {}, at: '/name' } }
     * @example probe: { action: 'get_limits', params: {}, identity: { action: documentRead<Document>()('get_me'), params: {}, at: '/name' } }
     */
    readonly identity?: Pointer | readonly Pointer[] | IdentityRead<A>
  }
}[ReadName<A>]

export interface Provider<A extends Actions = Actions, S extends Settings = Settings> {
  /**
   * The provider's name in paths and tools: `^[a-z][a-z0-9-]{0,23}$`.
   * @example id: 'help-desk'
   */
  readonly id: string
  /**
   * The vendor and product, for people.
   * @example title: 'HubSpot CRM'
   */
  readonly title: string
  /**
   * The product's purposes and other names, for callers who search actions without naming it.
   * @example synonyms: ['support tickets', 'customer service']
   */
  readonly synonyms?: readonly string[]
  /**
   * `https://host`, or an `origin` built from settings. No call leaves it, but those of actions with an `origin` of their own.
   * @example origin: 'https://api.example.com'
   */
  readonly origin: string | AccountOrigin<NoInfer<keyof S & string>>
  /**
   * The way in which calls carry the account's credential.
   * @example auth: apiKey({ header: 'Authorization', prefix: 'Bearer ' })
   */
  readonly auth: Auth
  /**
   * The vendor's page on which people find or make the key that `auth` wants. The form of a connect link has it.
   * @example credentialsPage: 'https://dashboard.example.com/keys'
   */
  readonly credentialsPage?: string
  /**
   * The vendor's own words for what `auth` wants, which label the form of a connect link: `key`, `username`, `password`, `client_id`,
   * `client_secret`, or the name of a secret.
   * @example credentialFields: { username: { label: 'Account SID', hint: 'Begins with AC' }, password: { label: 'Auth token' } }
   */
  readonly credentialFields?: Readonly<Record<string, CredentialField>>
  /**
   * The settings that differ between accounts, besides the credential. An administrator stores it with the tenant.
   * @example settings: { region: pattern('^[a-z]{2}$', 2, 'Region of the account, e.g. eu') }
   */
  readonly settings?: S
  /**
   * Headers of every call, e.g. the vendor's API version. `{settings.name}` stands for the account's setting; a document's parameter for
   * such a header is left out.
   * @example headers: { 'X-Api-Version': '2026-01-01' }
   * @example headers: { 'X-Workspace': '{settings.workspace}' }
   */
  readonly headers?: FixedHeaders
  /**
   * The form of lists in queries and forms: `a=1&a=2` (`repeat`, the default), `a[0]=1` (`indices`), `a[]=1` (`brackets`) or
   * `a=1,2` (`comma`).
   * @example arrays: 'comma'
   */
  readonly arrays?: 'repeat' | 'indices' | 'brackets' | 'comma'
  /**
   * The encoding of bodies, if an action doesn't say: `json` (the default), `form` or `multipart`.
   * @example encoding: 'form'
   */
  readonly encoding?: Exclude<Encoding, 'bytes' | 'text'>
  /**
   * A read that shows whether a credential works. Without one, a credential's health shows only when it is used.
   * @example probe: { action: 'get_account', params: {} }
   */
  readonly probe?: Probe<A>
  /**
   * All actions by name: what each resource's file exports.
   * @example actions: { ...items, ...people }
   */
  readonly actions: A
  /**
   * The actions that tools list, of a provider with more than a tool has room for; left out: all. Callers find the others.
   * @example listed: ['get_account']
   */
  readonly listed?: readonly (keyof NoInfer<A> & string)[]
  /**
   * An imported document, whose other operations callers can find and call, too.
   * @example overlay: behind<{ delete_items: { params: never } }>()
   */
  readonly overlay?: Overlay
  /**
   * The number of tries of a call in all (at most 3, the default), and statuses to try again beside 429 and 502 to 504.
   * @example retry: { tries: 2, on: [409] }
   */
  readonly retry?: { readonly tries?: 1 | 2 | 3; readonly on?: readonly number[] }
  /**
   * The place of the wait in a 429, for a vendor that doesn't send `Retry-After`.
   * @example rateLimit: { header: 'X-RateLimit-Reset', unit: 'epoch-s' }
   */
  readonly rateLimit?: RateLimitHint
  /**
   * The form in which the vendor's answers report its rate limit. The gateways then share the calls left for each account, and refuse
   * calls that the vendor would refuse.
   * @example limits: { headers: 'X-RateLimit-*' }
   */
  readonly limits?: Limits
  /**
   * Members of answers whose texts are credentials that no caller should get, at any depth: callers get `null` in their place.
   * @example withhold: ['upload_token']
   */
  readonly withhold?: readonly string[]
  /**
   * Reads the vendor's error shape. Called for every answer of status 400 and up, and for those below it too, so that
   * an error sent with 200 is found. `body` is a text where the answer isn't JSON. `undefined` says that the answer is fine, or has
   * no message.
   * @example failure: (body) => (Object(body).error ? { message: String(Object(body).error) } : undefined)
   */
  failure?(body: unknown, answer: Answer): Failure | undefined
}

/** A provider of any actions, as core and codegen handle it. */
export type AnyProvider = Omit<Provider, 'probe'> & {
  readonly probe?: {
    readonly action: string
    readonly params: object
    readonly identity?:
      | Pointer
      | readonly Pointer[]
      | { readonly action: string; readonly params: object; readonly at: Pointer | readonly Pointer[] }
  }
}

/**
 * Defines a provider; a plugin package's default export.
 * @example
 * export default provider({
 *   id: 'shelves',
 *   title: 'Shelves',
 *   origin: 'https://api.example.com',
 *   auth: apiKey({ header: 'X-Api-Key' }),
 *   actions: { ...items },
 * })
 */
export const provider = <const A extends Actions, const S extends Settings = Record<never, never>>(
  definition: Provider<A, S>,
): Provider<A, S> => definition
