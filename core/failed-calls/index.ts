export type { FailedCall } from './bound-failed-call.ts'
export { openFailedCall } from './failed-call.ts'
export { createKeepFailedCall, failedCallBounds, type KeepFailedCall } from './keep-failed-calls.ts'
