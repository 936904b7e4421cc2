/** The plugin contract: the only thing that a provider package imports. */
export { Type } from 'typebox'
/** For what a schema can't say of the parameters: thrown by `request`, answered as VALIDATION_ERROR. */
export { invalid } from '../errors.ts'
export { accountHeaders, forAccount, settingsIn } from './account-headers.ts'
export { type Action, type DefinitionMember, read, write } from './action.ts'
export {
  type ApiKey,
  type Auth,
  apiKey,
  authOf,
  type Basic,
  basic,
  type KeyPlace,
  type Keys,
  keys,
  type None,
  none,
  type OneOf,
  oauthOf,
  oneOf,
  type SingleAuth,
  secretNamesOf,
} from './auth.ts'
export { type Duration, type Effect, keyHeaderOf, type Read, type Write } from './effect.ts'
export { type Answer, type Failure, meaningAt, messageAt } from './failure.ts'
export { behind, type ImportedProvider, imported } from './imported.ts'
export { type LimitForm, type LimitHeaders, type Limits, limitForms, type RateLimitHint } from './limits.ts'
export {
  type AuthorizationCode,
  assertionAlgorithms,
  assertionClaims,
  type ClientCredentials,
  type GrantName,
  type JwtBearer,
  type OAuth2,
  oauth2,
  type Revocation,
  type Scopes,
  scopeOf,
  type Told,
} from './oauth2.ts'
export {
  type AccountEndpoint,
  type AccountOrigin,
  endpoint,
  endpointOf,
  origin,
  originOf,
  selfHosted,
  templateOf,
} from './origin.ts'
export type { AnyCuration, Overlay } from './overlay.ts'
export { cursor, link, mostPages, offset, type Pages, type Pointer, page } from './pages.ts'
export {
  choice,
  file,
  flag,
  integer,
  list,
  object,
  optional,
  type Params,
  type ParamsOf,
  pattern,
  record,
  text,
} from './parameters.ts'
export { type Path, path, UnfitSegment } from './path.ts'
export { type Placed, placedOf, type RequestParts } from './placement.ts'
export {
  type Actions,
  type AnyAction,
  type AnyProvider,
  type Probe,
  type Provider,
  provider,
  type Settings,
} from './provider.ts'
export {
  type ActionRequest,
  type AnswerKind,
  type Encoding,
  type Field,
  type Fields,
  type FileValue,
  type Method,
  type ProviderAccount,
  type RequestHeaders,
  reservedHeaders,
  type Style,
} from './request.ts'
export type { Route } from './route.ts'
export { type Signature, type Signed, signed, type UnsignedRequest } from './signed.ts'
