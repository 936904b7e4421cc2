export { type Calls, createCalls, type WatchAnswer } from './call.ts'
export { type ConnectCaller, findCredential, type OfferConnect } from './credential.ts'
export { createProbe, identityAt, type ProbeCall, type ProbeResult } from './probe.ts'
export { rawAction } from './raw-action.ts'
