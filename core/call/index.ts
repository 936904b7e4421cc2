export { type Calls, createCalls } from './call.ts'
export { findCredential, type OfferConnect } from './credential.ts'
export { createProbe, identityAt, type Probe, type ProbeResult } from './probe.ts'
