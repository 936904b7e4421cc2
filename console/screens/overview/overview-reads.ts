import { useQuery } from '@tanstack/react-query'
import type { AwaitedRead } from '../../parts/page/loaded.tsx'
import { api, unwrap } from '../../state/gateway/api.ts'
import { whileUsed } from '../../state/live.ts'

const every10s = whileUsed(10_000)
const every30s = whileUsed(30_000)
const everyMinute = whileUsed(60_000)

export const useRecent = () =>
  useQuery({
    queryKey: ['recent'],
    queryFn: () => unwrap(api.GET('/admin/audit/recent')),
    refetchInterval: every10s,
  })

/** The newest that nothing has resolved: as many as a killed gateway leaves. */
export const useUnknownCalls = () =>
  useQuery({
    queryKey: ['calls', 'unknown'],
    queryFn: () => unwrap(api.GET('/admin/calls', { params: { query: { limit: 10 } } })),
    refetchInterval: every10s,
    staleTime: 0,
  })

export const useHours = () =>
  useQuery({
    queryKey: ['hours'],
    queryFn: () => unwrap(api.GET('/admin/audit/hours')),
    refetchInterval: everyMinute,
  })

/** `null`: there is no snapshot yet, which is not a failure. */
export const useHealth = () =>
  useQuery({
    queryKey: ['health'],
    queryFn: async () => {
      const answer = await api.GET('/admin/system-health', { params: { query: { accounts: false } } })
      return answer.response.status === 404 ? null : unwrap(Promise.resolve(answer))
    },
    refetchInterval: every30s,
  })

export const useMostCostly = () =>
  useQuery({
    queryKey: ['costs', 'most'],
    queryFn: () => unwrap(api.GET('/admin/costs', { params: { query: { sort: '-amount', limit: 5 } } })),
    refetchInterval: everyMinute,
  })

/** Reads that one part shows together: there once all are, and failed once one has. */
export const joinReads = <T extends object>(
  reads: { readonly [Name in keyof T]: AwaitedRead<T[Name]> },
): AwaitedRead<T> => {
  const all = Object.entries(reads) as [string, AwaitedRead<unknown>][]
  const failed = all.find(([, { error }]) => error)?.[1]
  return {
    data: all.every(([, { data }]) => data !== undefined)
      ? (Object.fromEntries(all.map(([name, { data }]) => [name, data])) as T)
      : undefined,
    error: failed?.error,
    refetch: () => failed?.refetch(),
  }
}
