import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api, unwrap } from './api.ts'

type Names = Readonly<Record<string, string>>

const noNames: Names = {}
/** The most tokens that the gateway names at once. */
const most = 100

/** The names of these tenants by their ids, as far as they are known: a list is shown before them. */
export const useTenantNames = (ids: readonly (string | null)[]): Names => {
  const wanted = [...new Set(ids.filter((id) => id !== null))].toSorted().slice(0, most)
  const { data = noNames } = useQuery({
    queryKey: ['tenants', 'names', wanted],
    queryFn: async () =>
      (await unwrap(api.GET('/admin/tenant-names', { params: { query: { ids: wanted.join(',') } } }))).names,
    enabled: wanted.length > 0,
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  })
  return data
}

/** The label of a tenant's token, or the name of the application whose access token it is; the id until it is known. */
export const useTokenLabel = (tenant: string, id: string): string => {
  const { data } = useQuery({
    queryKey: ['tokens', 'label', tenant, id],
    queryFn: async () => {
      const found = await unwrap(
        api.GET('/admin/auth/{tenant}/{token_id}', { params: { path: { tenant, token_id: id } } }),
      )
      return 'label' in found ? found.label : found.grant.client_name
    },
    staleTime: 60_000,
    retry: false,
  })
  return data ?? id
}
