import { findProviders } from '../../parts/form/pick/provider-field.tsx'
import { findTenants } from '../../parts/form/pick/tenant-field.tsx'
import type { FilterField } from '../../parts/list/filter-bar.tsx'
import { startOfDayBefore } from '../../parts/list/time-range.tsx'
import { type ApiQuery, api, unwrap } from '../../state/gateway/api.ts'
import { failedOutcomes, type Search } from '../../state/search.ts'
import { words } from '../../words.ts'
import type { Entry } from './log-entry.tsx'
import { logTexts as t } from './log-texts.ts'

type Query = ApiQuery<'/admin/audit'>

/** The parameters that the gateway checks itself. */
export const exactParameters = [
  'id',
  'tenant',
  'action',
  'source',
  'key',
  'code',
  'outcome',
  'request_id',
  'token_id',
  'q',
  'status',
  'provider',
  'reason',
  'label',
  'over',
  'since',
  'until',
] as const

/** The filters of the list's tabs. */
export const logViews = {
  all: { calls: undefined, outcome: undefined, source: undefined },
  calls: { calls: 'on', outcome: undefined, source: undefined },
  failed: { calls: 'on', outcome: failedOutcomes, source: undefined },
  changes: { calls: undefined, outcome: undefined, source: 'admin' },
} as const

export const readView = ({ calls, outcome, source }: Search): keyof typeof logViews => {
  if (calls) return outcome === 'error' || outcome === failedOutcomes ? 'failed' : 'calls'
  return source === 'admin' ? 'changes' : 'all'
}

export const readLogQuery = (search: Search): Query => ({
  ...(Object.fromEntries(exactParameters.flatMap((name) => (search[name] ? [[name, search[name]]] : []))) as Query),
  ...(search.calls && { calls: true }),
  // A filter for a read by an administrator shows it.
  ...(!search.reads && !search.action && !search.id && !search.request_id && { reads: false }),
})

export const exportUrl = (search: Search, format: string): string => {
  const filter = exactParameters.flatMap((name): [string, string][] => (search[name] ? [[name, search[name]]] : []))
  return `/admin/audit/export?${new URLSearchParams([...filter, ['format', format]])}`
}

export const logFilters: readonly FilterField[] = [
  { name: 'tenant', title: words.tenant, isList: true, find: findTenants },
  {
    name: 'outcome',
    title: words.outcome,
    isList: true,
    values: words.outcomes,
    pattern: /^(ok|error|unknown)(,(ok|error|unknown))*$/,
  },
  { name: 'status', title: words.status, isList: true, pattern: /^[1-5](\d\d|xx)(,[1-5](\d\d|xx))*$/ },
  { name: 'provider', title: words.provider, isList: true, find: findProviders },
  { name: 'reason', title: t.reason },
  { name: 'label', title: t.label },
  { name: 'over', title: t.over, pattern: /^\d{1,7}(\.\d{1,3})?(ms|s)?$/ },
  { name: 'code', title: t.code, isList: true, pattern: /^[A-Za-z_]{1,64}(,[A-Za-z_]{1,64})*$/ },
  { name: 'key', title: words.entry.key, isList: true },
  { name: 'action', title: words.action, isList: true },
  {
    name: 'source',
    title: words.entry.source,
    isList: true,
    values: words.sources,
    pattern: /^(rest|mcp|admin|oauth|job)(,(rest|mcp|admin|oauth|job))*$/,
  },
  { name: 'token_id', title: t.token, isList: true, pattern: /^[0-9a-f]{12}(,[0-9a-f]{12})*$/ },
  { name: 'request_id', title: words.entry.request, pattern: /^[A-Za-z0-9._-]{1,128}$/ },
  { name: 'id', title: words.id, pattern: /^[0-9a-f-]{36}$/ },
]

/** The most times that a search which found nothing in its time is continued. */
const mostPages = 8

/** A page of entries, with their names. */
export const readEntries = async (query: Query, page: { readonly limit: number; readonly cursor?: string }) => {
  let given: { readonly limit: number; readonly cursor?: string } = page
  for (let count = 1; ; count++) {
    const answer = await unwrap(api.GET('/admin/audit', { params: { query: { ...query, ...given, names: true } } }))
    const { tenants = {}, tokens = {} } = answer.names ?? {}
    const entries = answer.entries.map(
      (entry): Entry => ({
        ...entry,
        tenantName: entry.tenant === null ? undefined : tenants[entry.tenant],
        tokenName: entry.token_id === null ? undefined : tokens[entry.token_id],
      }),
    )
    const cursor = answer.next_cursor
    if (entries.length > 0 || cursor === null || count === mostPages) return { entries, cursor }
    given = { limit: page.limit, cursor }
  }
}

/** The day that a word at the begin or the end of the text names, in the reader's zone, and the text without it. */
export const readNamedDay = (text: string): Pick<Search, 'since' | 'until' | 'q'> | undefined => {
  const found = /^(today|yesterday)\b\s*(.*)$|^(.*\s)(today|yesterday)$/i.exec(text.trim())
  const day = (found?.[1] ?? found?.[4])?.toLowerCase()
  if (!found || day === undefined) return undefined
  const q = (found[2] ?? found[3])?.trim() || undefined
  if (day === 'today') return { q, since: startOfDayBefore(0), until: undefined }
  return { q, since: startOfDayBefore(1), until: startOfDayBefore(0) }
}

/** True if a call has this id. A word that can't be an id isn't looked up: that would read the whole log. */
export const isCallId = async (text: string): Promise<boolean> => {
  if (!/^(?=.*[\d-])[A-Za-z0-9._-]{8,128}$/.test(text)) return false
  const { response } = await api.GET('/admin/calls/{call_id}', { params: { path: { call_id: text } } })
  return response.ok
}
