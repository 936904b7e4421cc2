export { type Calls, createCalls, type WatchAnswer } from './call.ts'
export { findCredential, type OfferConnect } from './credential.ts'
export { createProbe, identityAt, type Probe, type ProbeResult } from './probe.ts'
