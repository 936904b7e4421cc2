import { useQueries, useQuery } from '@tanstack/react-query'
import { type ApiSchemas, api, unwrap } from './api.ts'

/** The providers of a tenant, with their actions; `undefined` while they are loading. */
export const useActions = (tenant: string): readonly ApiSchemas['Provider'][] | undefined => {
  const { data, isPending } = useQuery({
    queryKey: ['tenant', tenant],
    queryFn: () => unwrap(api.GET('/admin/tenants/{tenant}', { params: { path: { tenant } } })),
  })
  const ids = Object.keys(data?.providers ?? {})
  const answers = useQueries({
    queries: ids.map((provider) => ({
      queryKey: ['provider', provider],
      queryFn: () => unwrap(api.GET('/admin/providers/{provider}', { params: { path: { provider } } })),
      staleTime: 600_000,
    })),
  })
  if (isPending || answers.some((answer) => answer.isPending)) return undefined
  return answers.flatMap(({ data: known }) => (known ? [known] : []))
}

/** What writes do, as patterns name it. */
const classes = ['sends', 'pays', 'shares', 'publishes', 'deletes', 'grants', 'runs', 'unclassed']

/** The patterns that a policy of the tenant may have: each provider's effects, classes and actions. */
export const usePatterns = (tenant: string): readonly string[] => [
  '*:read',
  '*:write',
  '*:*',
  '*:secret',
  '*:connect',
  ...classes.map((name) => `*:${name}`),
  ...(useActions(tenant) ?? []).flatMap(({ id, actions }) =>
    ['read', 'write', '*', ...classes, 'secret', 'connect', 'raw', ...actions.map(({ name }) => name)].map(
      (what) => `${id}:${what}`,
    ),
  ),
]
