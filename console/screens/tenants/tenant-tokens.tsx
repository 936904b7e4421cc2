import { useQuery } from '@tanstack/react-query'
import { Button } from '../../parts/button.tsx'
import { Plus } from '../../parts/inline/shapes.ts'
import { api, unwrap } from '../../state/gateway/api.ts'
import { useMay } from '../../state/gateway/session.ts'
import { useSlices } from '../../state/pages.ts'
import { useUrl } from '../../state/search.ts'
import { words } from '../../words.ts'
import { Mint } from '../tokens/mint.tsx'
import { TokenList } from '../tokens/token-list.tsx'
import { useTenantId } from './tenant.tsx'

/** The tokens of a tenant. A link from a call names one of them, which is shown alone. */
export const TenantTokensTab = () => {
  const id = useTenantId()
  const [{ token, create }, change] = useUrl()
  const mayChange = useMay('operator')
  const query = useQuery({
    queryKey: ['tokens', id],
    queryFn: async () => {
      const { tokens } = await unwrap(api.GET('/admin/auth/{tenant}', { params: { path: { tenant: id } } }))
      // The newest are the ones that are looked for.
      return tokens.toReversed()
    },
  })
  const rows = query.data?.filter(({ token_id }) => token === undefined || token_id === token)
  const pages = useSlices({ ...query, data: rows })
  return (
    <>
      <p className="row">
        {mayChange && (
          <Button isMain icon={Plus} onClick={() => change({ create: 'on' })}>
            {words.tenantToken.create}
          </Button>
        )}
        {token !== undefined && <Button onClick={() => change({ token: undefined })}>{words.showAll}</Button>}
      </p>
      <TokenList pages={pages} withTenant={false} isFiltered={token !== undefined} />
      {create !== undefined && mayChange && <Mint tenant={id} onClose={() => change({ create: undefined })} />}
    </>
  )
}
