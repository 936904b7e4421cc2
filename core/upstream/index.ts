export { followPages } from './pages.ts'
export { type ProviderAccess, ProviderTraffic, shapeAnswer } from './provider-traffic.ts'
export { checkHeaders, checkIdempotencyKey, type IdempotencyHeader, idempotencyOf } from './request.ts'
export type { ProviderAnswer } from './send.ts'
