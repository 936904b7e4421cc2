import { useQuery } from '@tanstack/react-query'
import { whileUsed } from '../live.ts'
import { type ApiSchemas, api, unwrap } from './api.ts'

/** Queries that several screens use. */
export const useTokens = (tenant: string) =>
  useQuery({
    queryKey: ['tokens', tenant],
    queryFn: async () => (await unwrap(api.GET('/admin/auth/{tenant}', { params: { path: { tenant } } }))).tokens,
    enabled: tenant !== '',
  })

/** They change with the gateway's packages, and with the stored applications, after which the console reads all again. */
export const providersQuery = {
  queryKey: ['providers'],
  queryFn: async () => (await unwrap(api.GET('/admin/providers'))).providers,
  staleTime: 600_000,
}

export const useProviders = () => useQuery(providersQuery)

const everyMinute = whileUsed(60_000)

/** Two whole weeks, and today: each screen that says "the last two weeks" shows the same figures. `provider`: of it alone. */
export const activityQuery = (provider?: string) => {
  const query = { days: 15, ...(provider !== undefined && { provider }) }
  return {
    queryKey: ['activity', query],
    queryFn: () => unwrap(api.GET('/admin/activity', { params: { query } })),
    refetchInterval: everyMinute,
  }
}

export const useActivity = () => useQuery(activityQuery())

export const useKeys = () =>
  useQuery({
    queryKey: ['keys'],
    queryFn: async () => (await unwrap(api.GET('/admin/keys'))).keys,
    staleTime: 60_000,
  })

/** The public origin of this gateway: calls, redirects and MCP clients go there. Where admins have a listener of their own, the console's isn't it. */
export const readPublicOrigin = (settings: readonly ApiSchemas['Setting'][]): string => {
  const find = (name: string) => settings.find((setting) => setting.name === name)?.value ?? null
  return String(find('BASE_URL') ?? (find('ADMIN_PORT') === null ? window.location.origin : '<BASE_URL>'))
}

export const useConfiguration = () =>
  useQuery({
    queryKey: ['configuration'],
    queryFn: async () => (await unwrap(api.GET('/admin/configuration'))).configuration,
    staleTime: 60_000,
  })
