import { Link } from '@tanstack/react-router'
import { Badge, type Tone } from '../../parts/inline/badge.tsx'
import type { ApiSchemas } from '../../state/gateway/api.ts'
import { words } from '../../words.ts'

/** An entry with the names of its tenant and its token, where there are such. */
export type Entry = ApiSchemas['AuditEntry'] & {
  readonly tenantName?: string | undefined
  readonly tokenName?: string | undefined
}

export const isCallEntry = ({ source }: Entry): boolean => source === 'rest' || source === 'mcp'

/** The tone of an outcome; one that this console doesn't know deserves a look. */
const toneOf = (outcome: string): Tone => ({ ok: 'good' as const, error: 'wrong' as const })[outcome] ?? 'warn'

interface OutcomeProps {
  readonly of: Pick<Entry, 'outcome' | 'code' | 'status'>
}

const describeOutcome = ({ outcome, code, status }: OutcomeProps['of']): string => {
  if (outcome === 'unknown') return words.outcomes.unknown
  return outcome === 'ok' ? String(status) : (code ?? String(status))
}

export const Outcome = ({ of: entry }: OutcomeProps) => (
  <Badge tone={toneOf(entry.outcome)}>{describeOutcome(entry)}</Badge>
)

/** The status alone: the reason stands beside it. */
export const Status = ({ of: { outcome, status } }: OutcomeProps) => (
  <Badge tone={toneOf(outcome)}>{outcome === 'unknown' ? words.outcomes.unknown : String(status)}</Badge>
)

export const showTenant = ({ tenant, tenantName }: Entry) =>
  tenant === null ? (
    words.none
  ) : (
    <Link to="/tenants/$id" params={{ id: tenant }} title={tenant} dir="auto" className="name">
      {tenantName ?? tenant}
    </Link>
  )

export const showToken = ({ token_id, tokenName }: Entry) => tokenName ?? token_id ?? words.none
