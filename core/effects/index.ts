export { answerBinding, intentsBinding, parametersBinding, tenantSecretBinding } from './bindings.ts'
export { type CallEffects, createCallEffects, type GatewayLife } from './call-effects.ts'
export { createRecovery, type RecoveryParts } from './recover.ts'
export { findResolution, resolveUnknown } from './resolve-unknown.ts'
