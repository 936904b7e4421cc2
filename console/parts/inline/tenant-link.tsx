import { Link } from '@tanstack/react-router'
import { words } from '../../words.ts'

interface Props {
  readonly id: string | null
  readonly names: Readonly<Record<string, string>>
  /** A part of the tenant's page. */
  readonly tab?: 'tokens' | 'accounts'
}

/** A tenant by its name; its id when it is pointed at, and until the name is known. */
export const TenantLink = ({ id, names, tab }: Props) => {
  if (id === null) return words.none
  return (
    <Link to={tab ? `/tenants/$id/${tab}` : '/tenants/$id'} params={{ id }} title={id} dir="auto" className="name">
      {names[id] ?? id}
    </Link>
  )
}

interface NamedProps {
  readonly id: string
  readonly name: string
  readonly tab: 'usage' | 'accounts'
}

/** A tenant of a list, by its name with the id beside it. */
export const NamedTenantLink = ({ id, name, tab }: NamedProps) => (
  <span className="row line named" title={`${name} (${id})`}>
    <Link to={`/tenants/$id/${tab}`} params={{ id }} dir="auto">
      {name}
    </Link>
    {name !== id && <small>{id}</small>}
  </span>
)
