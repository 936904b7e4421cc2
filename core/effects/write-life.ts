import type { AuditOutcome, Resolution } from '../store/index.ts'

/** The states of a write. The states after `intent` are outcomes of its audit entry, or of the entry that resolves it. */
export const writeStates = {
  intent: 'intent: noted, not sent yet',
  ok: 'ok',
  error: 'error',
  unknown: 'unknown',
  done: 'done',
  absent: 'absent',
} as const satisfies Readonly<Record<'intent' | AuditOutcome | Resolution, string>>

/** The events that may follow a state of a write, and the states to which they lead. Nothing follows the other states. */
export const writeLife = {
  intent: {
    done: 'ok',
    refused: 'error',
    unanswered: 'unknown',
    dead: 'unknown',
    'dead-done': 'ok',
    'dead-lost': 'error',
  },
  unknown: {
    'found-done': 'done',
    'found-absent': 'absent',
  },
} as const satisfies {
  readonly intent: Readonly<Record<string, AuditOutcome>>
  readonly unknown: Readonly<Record<string, Resolution>>
}

type WriteEvent = keyof typeof writeLife.intent | keyof typeof writeLife.unknown

/** The life of an intent whose gateway died. */
export type DeadEvent = Extract<WriteEvent, 'dead' | `dead-${string}`>

/** The words for each event, for the page that shows the life of a write. */
export const writeEventMeanings: Readonly<Record<WriteEvent, string>> = {
  done: 'carried out',
  refused: 'not sent, or refused',
  unanswered: 'no certain answer',
  dead: 'the gateway died',
  'dead-done': 'the gateway died, but its key says that it was done',
  'dead-lost': 'the gateway died, but another write had its key',
  'found-done': 'a late answer, the provider, or an administrator says so',
  'found-absent': 'a late answer, the provider, or an administrator says so',
}
