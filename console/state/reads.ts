import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { allPages } from './all-pages.ts'
import { type ApiSchemas, api, unwrap } from './api.ts'

/** Queries that several screens use. */
export const useTenants = (isWanted = true) =>
  useQuery({
    queryKey: ['tenants'],
    enabled: isWanted,
    queryFn: () =>
      allPages(async (query) => {
        const { tenants, next_cursor } = await unwrap(api.GET('/admin/tenants', { params: { query } }))
        return [tenants, next_cursor]
      }),
  })

/** At most `most` tenants whose id or name contains `words`; without words nothing is requested. */
export const useFoundTenants = (words: string, most: number) =>
  useQuery({
    queryKey: ['tenants', words, most],
    queryFn: async () =>
      (await unwrap(api.GET('/admin/tenants', { params: { query: { q: words, limit: most } } }))).tenants,
    enabled: words !== '',
    placeholderData: keepPreviousData,
  })

export const useTokens = (tenant: string) =>
  useQuery({
    queryKey: ['tokens', tenant],
    queryFn: async () => (await unwrap(api.GET('/admin/auth/{tenant}', { params: { path: { tenant } } }))).tokens,
    enabled: tenant !== '',
  })

export const useProviders = () =>
  useQuery({
    queryKey: ['providers'],
    queryFn: async () => (await unwrap(api.GET('/admin/providers'))).providers,
    staleTime: 600_000,
  })

export const useKeys = () =>
  useQuery({
    queryKey: ['keys'],
    queryFn: async () => (await unwrap(api.GET('/admin/keys'))).keys,
    staleTime: 60_000,
  })

export const severityRanks = { low: 0, medium: 1, high: 2 } as const

const gravestFirst = (all: readonly ApiSchemas['Suggestion'][]) =>
  all.toSorted((one, other) => severityRanks[other.severity] - severityRanks[one.severity])

export const useSuggestions = (status: 'open' | 'resolved') =>
  useQuery({
    queryKey: ['suggestions', status],
    queryFn: async () =>
      (await unwrap(api.GET('/admin/suggestions', { params: { query: { status, days: 90 } } }))).suggestions,
    select: gravestFirst,
  })
