import { useNavigate } from '@tanstack/react-router'
import { Button } from '../../parts/button.tsx'
import { ChoiceField } from '../../parts/form/choice.tsx'
import { findProviders } from '../../parts/form/pick/provider-field.tsx'
import { findTenants } from '../../parts/form/pick/tenant-field.tsx'
import { Icon } from '../../parts/inline/icon.tsx'
import { Download, Ellipsis, Eye, Radio, ScrollText } from '../../parts/inline/shapes.ts'
import { FilterBar, type FilterField } from '../../parts/list/filter-bar.tsx'
import { startOfDayBefore, TimeRange } from '../../parts/list/time-range.tsx'
import { ActionMenu } from '../../parts/over/menu.tsx'
import { Empty } from '../../parts/page/loaded.tsx'
import { ScreenPage } from '../../parts/page/page.tsx'
import { type ApiQuery, api, unwrap } from '../../state/gateway/api.ts'
import { letRun } from '../../state/let-run.ts'
import { whileUsed } from '../../state/live.ts'
import { type RowTotal, usePages } from '../../state/pages.ts'
import { failedOutcomes, type Search, useUrl } from '../../state/search.ts'
import { words } from '../../words.ts'
import { useLogCounts } from './log-counts.ts'
import type { Entry } from './log-entry.tsx'
import { LogSummary } from './log-summary.tsx'
import { LogTable } from './log-table.tsx'
import { logTexts as t } from './log-texts.ts'
import { SavedViewsMenu } from './saved-views-menu.tsx'

type Query = ApiQuery<'/admin/audit'>

/** The parameters that the gateway checks itself. */
const exact = [
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
const views = {
  all: { calls: undefined, outcome: undefined, source: undefined },
  calls: { calls: 'on', outcome: undefined, source: undefined },
  failed: { calls: 'on', outcome: failedOutcomes, source: undefined },
  changes: { calls: undefined, outcome: undefined, source: 'admin' },
} as const

const readView = ({ calls, outcome, source }: Search): keyof typeof views => {
  if (calls) return outcome === 'error' || outcome === failedOutcomes ? 'failed' : 'calls'
  return source === 'admin' ? 'changes' : 'all'
}

const readQuery = (search: Search): Query => ({
  ...(Object.fromEntries(exact.flatMap((name) => (search[name] ? [[name, search[name]]] : []))) as Query),
  ...(search.calls && { calls: true }),
  // A filter for a read by an administrator shows it.
  ...(!search.reads && !search.action && !search.id && !search.request_id && { reads: false }),
})

const exportUrl = (search: Search, format: string): string => {
  const filter = exact.flatMap((name): [string, string][] => (search[name] ? [[name, search[name]]] : []))
  return `/admin/audit/export?${new URLSearchParams([...filter, ['format', format]])}`
}

const fields: readonly FilterField[] = [
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

const every2s = whileUsed(2000)
const every5s = whileUsed(5000)

const More = ({ search, change }: { readonly search: Search; readonly change: (changes: Search) => void }) => (
  <ActionMenu
    trigger={
      <Button aria-label={t.more} title={t.more}>
        <Icon shape={Ellipsis} />
      </Button>
    }
    choices={[
      {
        title: search.reads ? t.reads.hide : t.reads.show,
        icon: Eye,
        onChoose: () => change({ reads: search.reads ? undefined : 'on', page: undefined }),
      },
      { title: t.csv, icon: Download, onChoose: () => window.location.assign(exportUrl(search, 'csv')) },
      { title: t.ndjson, icon: Download, onChoose: () => window.location.assign(exportUrl(search, 'ndjson')) },
    ]}
  />
)

/** The most times that a search which found nothing in its time is continued. */
const mostPages = 8

/** A page of entries, with their names. */
const readEntries = async (query: Query, page: { readonly limit: number; readonly cursor?: string }) => {
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
const readDay = (text: string): Pick<Search, 'since' | 'until' | 'q'> | undefined => {
  const found = /^(today|yesterday)\b\s*(.*)$|^(.*\s)(today|yesterday)$/i.exec(text.trim())
  const day = (found?.[1] ?? found?.[4])?.toLowerCase()
  if (!found || day === undefined) return undefined
  const q = (found[2] ?? found[3])?.trim() || undefined
  if (day === 'today') return { q, since: startOfDayBefore(0), until: undefined }
  return { q, since: startOfDayBefore(1), until: startOfDayBefore(0) }
}

/** True if a call has this id. A word that can't be an id isn't looked up: that would read the whole log. */
const isCallId = async (text: string): Promise<boolean> => {
  if (!/^(?=.*[\d-])[A-Za-z0-9._-]{8,128}$/.test(text)) return false
  const { response } = await api.GET('/admin/calls/{call_id}', { params: { path: { call_id: text } } })
  return response.ok
}

/** All entries of the time that the bars show. There may be more where they aren't counted to its begin, or the list has none. */
const countAll = (
  { data, isPlaceholderData }: ReturnType<typeof useLogCounts>,
  since: string | undefined,
): RowTotal | undefined =>
  data && !isPlaceholderData
    ? { items: data.ok + data.failed + data.unknown, more: !since || data.counted_to !== null }
    : undefined

interface Props {
  /** The tenant whose log it is; without it, the log of all. */
  readonly tenant?: string
}

/** The log with its filters. */
export const LogView = ({ tenant }: Props) => {
  const [url, change] = useUrl()
  const navigate = useNavigate()
  const search: Search = tenant === undefined ? url : { ...url, tenant }
  const isLive = search.live === 'on'
  const query = readQuery(search)
  const counts = useLogCounts(query, isLive ? every5s : false)
  const pages = usePages<Entry>(
    ['log', query],
    async (page) => {
      const found = await readEntries(query, page)
      return [found.entries, found.cursor]
    },
    { refetchInterval: isLive ? every2s : false, total: countAll(counts, url.since) },
  )
  const isFiltered = exact.some((name) => url[name])
  return (
    <>
      <FilterBar
        label={t.find}
        placeholder={t.findShort}
        fields={tenant === undefined ? fields : fields.filter(({ name }) => name !== 'tenant')}
        search="q"
        isSlow
        onText={async (text) => {
          const days = readDay(text)
          if (days) change({ ...days, page: undefined })
          if (days || !(await isCallId(text))) return days !== undefined
          letRun(navigate({ to: '/calls/$id', params: { id: text } }))
          return true
        }}
      >
        <ChoiceField
          label={t.view}
          choices={Object.entries(t.views) as [keyof typeof views, string][]}
          value={readView(search)}
          onChange={(view) => change({ ...views[view], page: undefined })}
        />
        <TimeRange />
        <Button
          icon={Radio}
          aria-pressed={isLive}
          onClick={() => change({ live: isLive ? undefined : 'on', page: undefined })}
        >
          {t.live}
        </Button>
        <SavedViewsMenu />
        <More search={search} change={change} />
      </FilterBar>
      <LogSummary
        counts={counts.data}
        isZoomed={Boolean(url.since || url.until)}
        withTenant={tenant === undefined}
        withCauses={readView(search) !== 'changes'}
        onZoom={(span) => change({ ...span, page: undefined }, { isStep: true })}
        onChoose={(cause) => change({ ...cause, page: undefined }, { isStep: true })}
      />
      <LogTable
        label={words.screens.log}
        pages={pages}
        withTenant={tenant === undefined}
        empty={
          isFiltered ? (
            <Empty title={t.empty}>
              <p>{url.q || url.reason || url.status ? t.searchedText : t.emptyText}</p>
            </Empty>
          ) : (
            <Empty icon={ScrollText} title={t.nothing}>
              <p>{t.nothingText}</p>
            </Empty>
          )
        }
      />
    </>
  )
}

export const LogScreen = () => (
  <ScreenPage
    title={words.screens.log}
    lead={
      <>
        {t.lead} <span className="keys">{t.keys}</span>
      </>
    }
  >
    <LogView />
  </ScreenPage>
)
