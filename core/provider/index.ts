/** The plugin contract: the only thing that a provider package imports. */
export { Type } from 'typebox'
/** For what a schema can't say of the parameters: thrown by `call`, answered as VALIDATION_ERROR. */
export { invalid } from '../errors.ts'
export { type Action, type Answer, action, type Params, type ParamsOf } from './action.ts'
export { type ApiKey, type Auth, apiKey, type Basic, basic, type OAuth2, oauth2 } from './auth.ts'
export { type Call, type CallContext, type CallHeaders, type Field, type Fields, reservedHeaders } from './call.ts'
export { type Duration, type Effect, keyHeaderOf, type Read, read, type Write, write } from './effect.ts'
export { type AccountOrigin, origin, originOf } from './origin.ts'
export { cursor, link, offset, type Pages, type Pointer, page } from './pages.ts'
export { type Path, path, UnfitSegment } from './path.ts'
export {
  type Actions,
  type AnyAction,
  type AnyProvider,
  type Failure,
  type Probe,
  type Provider,
  provider,
  type RateLimitHint,
  type Settings,
} from './provider.ts'
