import { useQuery } from '@tanstack/react-query'
import { Button } from '../../parts/button.tsx'
import { api, unwrap } from '../../state/gateway/api.ts'
import { providersTexts as t } from './providers-texts.ts'

/** More than these are found by typing. */
const most = 5

/** Tenants with an account at the provider; where there is none, those that were changed last. */
const useLikelyTenants = (provider: string) =>
  useQuery({
    queryKey: ['tenants', 'likely', provider],
    queryFn: async () => {
      const ofProvider = { provider, limit: 4 * most }
      const { accounts } = await unwrap(api.GET('/admin/accounts', { params: { query: ofProvider } }))
      const owners = new Map(accounts.map(({ tenant_id, tenant_name }) => [tenant_id, tenant_name]))
      if (owners.size > 0) return { title: t.run.likely.accounts, tenants: [...owners].slice(0, most) }
      const recent = { status: 'active' as const, sort: '-updated_at' as const, limit: most }
      const { tenants } = await unwrap(api.GET('/admin/tenants', { params: { query: recent } }))
      return { title: t.run.likely.recent, tenants: tenants.map(({ id, name }) => [id, name] as const) }
    },
  })

interface Props {
  readonly provider: string
  readonly onChoose: (tenant: string) => void
}

/** The tenants that an action is likely tried for, one click each. */
export const LikelyTenants = ({ provider, onChoose }: Props) => {
  const { data } = useLikelyTenants(provider)
  if (!data || data.tenants.length === 0) return null
  return (
    <p className="row">
      <span className="quiet">{data.title}</span>
      {data.tenants.map(([id, name]) => (
        <Button key={id} title={id} onClick={() => onChoose(id)}>
          {name}
        </Button>
      ))}
    </p>
  )
}
