import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ApiQuery, type ApiSchemas, api, unwrap } from '../../state/gateway/api.ts'

export type LogCounts = ApiSchemas['AuditCounts']
export type LogCause = LogCounts['causes'][number]

type Query = ApiQuery<'/admin/audit/counts'>

/** The entries of a filter by time, and how its calls failed. */
export const useLogCounts = (query: Query, refetchInterval: number | false | (() => number | false) = false) =>
  useQuery({
    queryKey: ['log', 'counts', query],
    queryFn: () => unwrap(api.GET('/admin/audit/counts', { params: { query } })),
    placeholderData: keepPreviousData,
    refetchInterval,
  })

/** The filter of the log that selects the calls of a cause. */
export const selectCause = ({ provider, status, code, shared_reason }: LogCause) => ({
  calls: 'on',
  outcome: 'error',
  status: String(status),
  code,
  ...(provider !== null && { provider }),
  ...(shared_reason !== null && { reason: shared_reason }),
})
