/** The plugin contract: the only thing that a provider package imports. */
export { Type } from 'typebox'
/** An error about parameters that a schema can't express: thrown by `request`, answered as VALIDATION_ERROR. */
export { invalid } from '../errors.ts'
export type { Action, PinnedTool, WriteStep } from './action.ts'
export { type Answer, type Failure, meaningAt, messageAt } from './answer/failure.ts'
export {
  type LimitForm,
  type LimitHeaders,
  type Limits,
  limitForms,
  type RateLimitHint,
} from './answer/limits.ts'
export { cursorParameter, mostPages } from './answer/page-parameters.ts'
export {
  cursor,
  type HeaderPlace,
  headerName,
  isHeaderPlace,
  link,
  offset,
  type Pages,
  type Pointer,
  page,
} from './answer/pages.ts'
export { at } from './answer/pointer.ts'
export { readWait, type WaitUnit } from './answer/read-wait.ts'
export {
  type ApiKey,
  type Auth,
  apiKey,
  type Basic,
  basic,
  findAuth,
  findDeclaredOAuth,
  isOwnClient,
  type KeyPlace,
  type Keys,
  keys,
  listOAuths,
  listSecretNames,
  type None,
  nameAlternative,
  none,
  type OneOf,
  oneOf,
  type SingleAuth,
} from './auth/auth.ts'
export {
  type AuthorizationCode,
  assertionAlgorithms,
  assertionClaims,
  type ClientCredentials,
  type GrantName,
  type JwtBearer,
  type OAuth2,
  oauth2,
  type Scopes,
  type TokenRefusal,
  toScopeParameter,
} from './auth/oauth2.ts'
export type { ReportedSetting } from './auth/reported-setting.ts'
export type { Revocation } from './auth/revocation.ts'
export { type Signature, type Signed, signed, type UnsignedRequest } from './auth/signed.ts'
export { listCallClasses } from './call-classes.ts'
export {
  type ActionClass,
  actionClasses,
  type ClassName,
  classesText,
  classNames,
  isClassName,
  sortClasses,
} from './classes.ts'
export {
  type AnyConfirm,
  type Confirm,
  type ConfirmValue,
  findMade,
  holds,
  madeSince,
  type Sought,
} from './confirm.ts'
export { type DefinitionMember, read, write } from './define-action.ts'
export {
  type ActionEffect,
  type ActionKind,
  actionKind,
  type Duration,
  durationPattern,
  findKeyPlace,
  type IdempotencyKeyPlace,
  listClasses,
  type Read,
  toolEffect,
  type Write,
} from './effect.ts'
export { behind, documentRead, type ImportedProvider, imported } from './imported.ts'
export { htmlLoads, markdownLoads } from './loading-markup.ts'
export type { AnyCuration, Overlay } from './overlay.ts'
export {
  choice,
  clearable,
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
export {
  type Actions,
  type AnyAction,
  type AnyProvider,
  type CredentialField,
  type Probe,
  type Provider,
  provider,
  type Settings,
} from './provider.ts'
export { accountHeaders, forAccount, settingsIn } from './request/account-headers.ts'
export {
  aboutFile,
  type FileFacts,
  type FileParameter,
  inBase64,
} from './request/file-value.ts'
export {
  type AccountEndpoint,
  type AccountOrigin,
  buildEndpoint,
  buildOrigin,
  endpoint,
  formatTemplate,
  origin,
  parseSetting,
  selfHosted,
  sharedOrigin,
} from './request/origin.ts'
export { isChangedByUrl, type Path, path, pathOfAddress, UnfitSegment } from './request/path.ts'
export { isPlaceholderHost } from './request/placeholder.ts'
export { completeRequest, type Placed, placeParameters, type RequestParts } from './request/placement.ts'
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
} from './request/request.ts'
export type { Route } from './request/route.ts'
export {
  minorDigits,
  parseRolePlace,
  type RoleAmount,
  type RoleName,
  type RolePlace,
  type Roles,
  readRoleValues,
  roleNames,
} from './roles.ts'
export type { Sunset } from './sunset.ts'
