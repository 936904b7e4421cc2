import { useQuery } from '@tanstack/react-query'
import { type ApiSchemas, api, unwrap } from './api.ts'

const staleTime = 600_000

/** The providers of a tenant, with their actions; `undefined` while they are loading. One that can't be read is left out. */
export const useActions = (tenant: string): readonly ApiSchemas['Provider'][] | undefined => {
  const { data, isError } = useQuery({
    queryKey: ['tenant', tenant, 'actions'],
    queryFn: async ({ client }) => {
      const { providers } = await unwrap(api.GET('/admin/tenants/{tenant}', { params: { path: { tenant } } }))
      const reads = Object.keys(providers).map((provider) =>
        client.fetchQuery({
          queryKey: ['provider', provider],
          queryFn: () => unwrap(api.GET('/admin/providers/{provider}', { params: { path: { provider } } })),
          staleTime,
        }),
      )
      return (await Promise.allSettled(reads)).flatMap((read) => (read.status === 'fulfilled' ? [read.value] : []))
    },
  })
  return isError ? [] : data
}

/** The classes of writes, as patterns name them. */
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
