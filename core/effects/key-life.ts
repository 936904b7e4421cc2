import type { ClaimKind, KeyEnd, KeyState } from '../store/index.ts'

/** The roles of the keys that a write may have: it isn't sent while another write has one of them. */
export const writeKeyRoles = {
  own: 'the caller’s own key',
  approval: 'the key of the approval that it carries out',
  call: 'the call itself, where the tenant refuses duplicates',
  left: 'the call itself, left behind by a write that ended unknown',
  untaken: 'the answer of a call whose caller hung up',
} as const

export type WriteKeyRole = keyof typeof writeKeyRoles

/** The milliseconds that a caller's key binds, from its first call on. */
export const keyMs = 24 * 3_600_000

/** The milliseconds that an approval's key binds: far longer than an approval is kept, as what it allowed is never sent again. */
export const approvalKeyMs = 30 * keyMs

/** The milliseconds for which a write that ended unknown blocks an equal one. */
export const unknownMs = 600_000

/** The milliseconds for which the answer of a write whose caller hung up waits for the caller. */
export const untakenMs = 120_000

/** A claim by the state of the key: the state that follows, or its loss, or a look that finds nothing in its way. A key that expired is free. */
export const claimLife = {
  take: { free: 'running', running: 'lost', done: 'lost', unknown: 'lost' },
  look: { free: 'passes', running: 'passes', done: 'passes', unknown: 'lost' },
  find: { free: 'passes', running: 'lost', done: 'lost', unknown: 'lost' },
  replace: { free: 'unknown', running: 'unknown', done: 'unknown', unknown: 'unknown' },
} as const satisfies Readonly<Record<ClaimKind, Readonly<Record<KeyState | 'free', KeyState | 'lost' | 'passes'>>>>

/**
 * The state of a write's keys after each event in its life; `null`: the write has no such key then. Where the store doesn't say which role
 * a key has, as after a gateway's death, the roles agree.
 */
export const keyLife = {
  /** The write was carried out. The last key keeps the vendor's answer, unless that is the call itself. */
  ok: { own: 'done', approval: 'done', call: 'done', left: null, untaken: 'done' },
  /** The write wasn't carried out. The yes was for one try, so the key of an approval is never free again: the entry has the call's outcome. */
  error: { own: 'free', approval: 'unknown', call: 'free', left: null, untaken: null },
  unknown: { own: 'unknown', approval: 'unknown', call: 'unknown', left: 'unknown', untaken: null },
  /** The write's gateway died and left the key running: the write's entry decides. */
  'dead-ok': { own: 'done', approval: 'done', call: 'done', left: null, untaken: null },
  'dead-error': { own: 'free', approval: 'free', call: 'free', left: null, untaken: null },
  'dead-unknown': { own: 'unknown', approval: 'unknown', call: 'unknown', left: null, untaken: null },
  /** There is no entry: the intent never became durable, so nothing was sent. */
  'dead-unsent': { own: 'free', approval: 'free', call: 'free', left: null, untaken: null },
  /** A write that had ended unknown turned out to be done. Its answer is kept where the vendor gave it late. */
  'found-done': { own: 'done', approval: 'done', call: 'done', left: 'free', untaken: 'done' },
  'found-absent': { own: 'free', approval: 'free', call: 'free', left: 'free', untaken: null },
  /** The approval was abandoned: nobody may take its key. */
  'given-up': { own: null, approval: 'unknown', call: null, left: null, untaken: null },
} as const satisfies Readonly<Record<string, Readonly<Record<WriteKeyRole, KeyEnd['state'] | null>>>>

export type KeyEvent = keyof typeof keyLife

/** A sentence for each event, for the page that shows the table. */
export const keyEventMeanings: Readonly<Record<KeyEvent, string>> = {
  ok: 'was carried out',
  error: 'was not sent, or was refused',
  unknown: 'ended unknown',
  'dead-ok': 'was carried out, and its gateway died before it said so of the key',
  'dead-error': 'was not carried out, and its gateway died before it said so of the key',
  'dead-unknown': 'ended unknown, as its gateway died',
  'dead-unsent': 'was never noted, as its gateway died first',
  'found-done': 'had ended unknown, and was found to be done',
  'found-absent': 'had ended unknown, and was found to be absent',
  'given-up': 'is not carried out any more, although it was approved',
}
