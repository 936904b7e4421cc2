import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api, unwrap } from './api.ts'

type Names = Readonly<Record<string, string>>

const noNames: Names = {}
/** The gateway names so many at once. */
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
