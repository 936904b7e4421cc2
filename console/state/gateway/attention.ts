import { useQuery } from '@tanstack/react-query'
import { whileUsed } from '../live.ts'
import { api, unwrap } from './api.ts'

const every30s = whileUsed(30_000)

export const useAccountStates = () =>
  useQuery({
    queryKey: ['accounts', 'states'],
    queryFn: () => unwrap(api.GET('/admin/account-states')),
    refetchInterval: every30s,
    // The counts are current: a change on another screen is shown immediately.
    staleTime: 0,
  })

export const useWaitingCount = () =>
  useQuery({
    queryKey: ['approvals', 'count'],
    queryFn: async () =>
      (await unwrap(api.GET('/admin/approvals', { params: { query: { state: 'waiting', limit: 1 } } }))).waiting,
    refetchInterval: whileUsed(10_000),
    staleTime: 0,
  })

export const useSuggestionCounts = () =>
  useQuery({
    queryKey: ['suggestions', 'counts'],
    queryFn: async () => (await unwrap(api.GET('/admin/suggestions/counts'))).counts,
    refetchInterval: whileUsed(60_000),
  })

/** The states of accounts that somebody has to mend, the most severe first. */
export const troubledStates = ['rejected', 'needs_reauth', 'expired', 'silent'] as const

/** The number of things that wait for a person: calls to decide, findings of high severity, and accounts that don't work. */
export const useAttention = () => {
  const waiting = useWaitingCount().data ?? 0
  const suggestions = useSuggestionCounts().data ?? []
  const states = useAccountStates().data?.counts ?? []
  const isTroubled = (state: string): boolean => troubledStates.some((each) => each === state)
  return {
    '/approvals': waiting,
    '/suggestions': suggestions
      .filter(({ severity }) => severity === 'high')
      .reduce((sum, { suggestions: count }) => sum + count, 0),
    '/accounts': states.filter(({ state }) => isTroubled(state)).reduce((sum, { accounts }) => sum + accounts, 0),
  } as const
}
