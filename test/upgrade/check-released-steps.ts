/** Part of `bun run lint`: refuses a change of a schema step that was released. */
import released from './released-steps.json' with { type: 'json' }
import { findChangedSteps } from './released-steps.ts'

const faults = findChangedSteps(released)
for (const fault of faults) console.error(fault)
process.exitCode = faults.length > 0 ? 1 : 0
