import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo } from 'react'
import { type ApiSchemas, api, unwrap } from './api.ts'
import { whileUsed } from './live.ts'

type Entry = ApiSchemas['AuditEntry']

/** Where a page of the log begins. `previous` leads back to the first page, however many pages were evicted. */
interface Start {
  readonly cursor: string
  /** How many rows come before the page. */
  readonly before: number
  readonly previous?: Start
}

interface LogQuery {
  readonly filter: Readonly<Record<string, string>>
  /** Whether to include reads by administrators. */
  readonly withReads: boolean
  readonly isLive: boolean
}

/** Whether an entry is a read by an administrator. With these, the log would mostly show that the console reads the log. */
const isRead = ({ source, action }: Entry): boolean =>
  source === 'admin' && /^(get|list|query|check|export)_/.test(action ?? '')

/** The number of entries to load before the reader has to ask for more. */
const enough = 50
const newest: Start = { cursor: '', before: 0 }
const every2s = whileUsed(2000)

/** The first page is small, because somebody is waiting for it. */
const choosePageSize = ({ cursor }: Start): number => (cursor === '' ? 100 : 1000)

/** The audit log, newest first: the few pages around the visible entries. The live tail is only the newest page. */
export const useAuditPages = ({ filter, withReads, isLive }: LogQuery) => {
  const queryKey = useMemo(() => ['audit', filter, withReads, isLive], [filter, withReads, isLive])
  const queries = useQueryClient()
  const query = useInfiniteQuery({
    queryKey,
    queryFn: async ({ pageParam }) => {
      const { cursor } = pageParam
      const asked = { ...filter, ...(cursor !== '' && { cursor }), limit: choosePageSize(pageParam) }
      const page = await unwrap(api.GET('/admin/audit', { params: { query: asked } }))
      return { ...page, entries: withReads ? page.entries : page.entries.filter((entry) => !isRead(entry)) }
    },
    initialPageParam: newest,
    getNextPageParam: ({ next_cursor, entries }, _all, previous): Start | undefined =>
      next_cursor ? { cursor: next_cursor, before: previous.before + entries.length, previous } : undefined,
    getPreviousPageParam: (_first, _all, { previous }) => previous,
    maxPages: isLive ? 1 : 5,
    placeholderData: keepPreviousData,
    refetchInterval: isLive ? every2s : false,
  })
  const { data, hasNextPage, isFetching, fetchNextPage, fetchPreviousPage } = query
  const entries = useMemo(() => data?.pages.flatMap((page) => page.entries), [data])
  const first = data?.pageParams[0] as Start | undefined
  const onEnd = useCallback(() => {
    if (hasNextPage && !isFetching) void fetchNextPage()
  }, [hasNextPage, isFetching, fetchNextPage])
  const onStart = useCallback(() => {
    if (!first?.previous || isFetching) return
    // The newest page has changed by now, and entries would be missing after it: start over.
    if (first.previous.cursor === '') void queries.resetQueries({ queryKey, exact: true })
    else void fetchPreviousPage()
  }, [first, isFetching, fetchPreviousPage, queries, queryKey])
  const isShort = (entries?.length ?? enough) < enough && (data?.pages.length ?? 0) < 5
  useEffect(() => {
    if (isShort) onEnd()
  }, [isShort, onEnd])
  const part = { offset: first?.before ?? 0, hasMore: hasNextPage, onStart, onEnd }
  return { query, entries, part }
}
