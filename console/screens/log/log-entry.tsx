import { Link } from '@tanstack/react-router'
import { Badge, type Tone } from '../../parts/inline/badge.tsx'
import type { ApiSchemas } from '../../state/gateway/api.ts'
import { identityProvider } from '../../state/gateway/session.ts'
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

/** The author of the call or the change. */
export const Actor = ({ entry, names }: { readonly entry: Entry; readonly names: ReadonlyMap<string, string> }) => {
  const { token_id, ip, source, tenant } = entry
  if (token_id === null) return ip ?? words.none
  const name = entry.actor ?? names.get(token_id)
  if (name !== undefined) return name
  // A person who signed in at the identity provider: the entry of the sign-in has the name.
  if (source === 'admin' && identityProvider !== undefined)
    return (
      <Link to="/log" search={{ token_id, action: 'sign_in' }}>
        {token_id}
      </Link>
    )
  // A tenant's token calls, and signs clients in.
  if (source !== 'admin' && tenant !== null)
    return (
      <Link to="/tenants/$id/tokens" params={{ id: tenant }} search={{ token: token_id }}>
        {entry.tokenName ?? <code>{token_id}</code>}
      </Link>
    )
  return token_id
}
