import type { AuditEntry, IntentBatch } from '../store/index.ts'

/** A write that is about to be sent: the members of its audit entry that are known by then, and those that recovery needs. */
export interface Intent
  extends Pick<
    AuditEntry,
    | 'id'
    | 'tenant'
    | 'action'
    | 'source'
    | 'key'
    | 'ip'
    | 'token_id'
    | 'request_id'
    | 'digest'
    | 'approval_id'
    | 'parent'
    | 'actor'
    | 'idempotency_key'
    | 'class'
  > {
  /** The key that the write took. */
  readonly takes: string | null
  /** The digest that equal calls of one token share. */
  readonly same: string
}

/** The members in the order of a line. New ones are added at the end, as lines of an earlier version may be read. */
const members = [
  'id',
  'tenant',
  'action',
  'source',
  'key',
  'ip',
  'token_id',
  'request_id',
  'digest',
  'approval_id',
  'parent',
  'actor',
  'takes',
  'same',
  'idempotency_key',
  'class',
] as const satisfies readonly (keyof Intent)[]

type MembersOf<Names extends readonly (keyof Intent)[]> = { readonly [I in keyof Names]: Intent[Names[I]] }

/** Member by member, as a loop over their names takes a function for each intent. */
const toMembers = (intent: Intent): MembersOf<typeof members> => [
  intent.id,
  intent.tenant,
  intent.action,
  intent.source,
  intent.key,
  intent.ip,
  intent.token_id,
  intent.request_id,
  intent.digest,
  intent.approval_id,
  intent.parent,
  intent.actor,
  intent.takes,
  intent.same,
  intent.idempotency_key,
  intent.class,
]

const printLine = (intent: Intent): string => JSON.stringify(toMembers(intent))

/** The members that every write has. */
const always = ['tenant', 'action', 'source', 'key', 'same'] as const satisfies readonly (keyof Intent)[]

const idForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** `undefined`: the line is damaged. */
const parseLine = (line: string): Intent | undefined => {
  try {
    const values: unknown = JSON.parse(line)
    if (!Array.isArray(values) || !idForm.test(String(values[0]))) return undefined
    const intent = Object.fromEntries(members.map((name, index) => [name, values[index] ?? null])) as unknown as Intent
    return always.every((name) => typeof intent[name] === 'string') ? intent : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

export const printIntents = (intents: readonly Intent[]): string => intents.map(printLine).join('\n')

/** The writes of a batch. `damaged`: the lines that a failing disk, or a hand, has made unreadable. */
export const parseIntents = ({
  lines,
}: Pick<IntentBatch, 'lines'>): { readonly intents: readonly Intent[]; readonly damaged: readonly string[] } => {
  const parsed = lines.split('\n').map((line) => [line, parseLine(line)] as const)
  return {
    intents: parsed.flatMap(([, intent]) => intent ?? []),
    damaged: parsed.flatMap(([line, intent]) => (intent ? [] : [line])),
  }
}
