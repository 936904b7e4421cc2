export { type Calls, createCalls } from './call.ts'
export { findCredential } from './credential.ts'
export { createProbe, type Probe, type ProbeResult } from './probe.ts'
