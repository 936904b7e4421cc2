import { useNavigate } from '@tanstack/react-router'
import { Button } from '../../parts/button.tsx'
import { ChoiceField } from '../../parts/form/choice.tsx'
import { Icon } from '../../parts/inline/icon.tsx'
import { Download, Ellipsis, Eye, Radio, ScrollText } from '../../parts/inline/shapes.ts'
import { FilterBar } from '../../parts/list/filter-bar.tsx'
import { TimeRange } from '../../parts/list/time-range.tsx'
import { ActionMenu } from '../../parts/over/menu.tsx'
import { Empty } from '../../parts/page/loaded.tsx'
import { ScreenPage } from '../../parts/page/page.tsx'
import { letRun } from '../../state/let-run.ts'
import { whileUsed } from '../../state/live.ts'
import { type RowTotal, usePages } from '../../state/pages.ts'
import { type Search, useUrl } from '../../state/search.ts'
import { words } from '../../words.ts'
import { useLogCounts } from './log-counts.ts'
import type { Entry } from './log-entry.tsx'
import {
  exactParameters,
  exportUrl,
  isCallId,
  logFilters,
  logViews,
  readEntries,
  readLogQuery,
  readNamedDay,
  readView,
} from './log-search.ts'
import { LogSummary } from './log-summary.tsx'
import { LogTable } from './log-table.tsx'
import { logTexts as t } from './log-texts.ts'
import { SavedViewsMenu } from './saved-views-menu.tsx'

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
  const query = readLogQuery(search)
  const counts = useLogCounts(query, isLive ? every5s : false)
  const pages = usePages<Entry>(
    ['log', query],
    async (page) => {
      const found = await readEntries(query, page)
      return [found.entries, found.cursor]
    },
    { refetchInterval: isLive ? every2s : false, total: countAll(counts, url.since) },
  )
  const isFiltered = exactParameters.some((name) => url[name])
  return (
    <>
      <FilterBar
        label={t.find}
        placeholder={t.findShort}
        fields={tenant === undefined ? logFilters : logFilters.filter(({ name }) => name !== 'tenant')}
        search="q"
        isSlow
        onText={async (text) => {
          const days = readNamedDay(text)
          if (days) change({ ...days, page: undefined })
          if (days || !(await isCallId(text))) return days !== undefined
          letRun(navigate({ to: '/calls/$id', params: { id: text } }))
          return true
        }}
      >
        <ChoiceField
          label={t.view}
          choices={Object.entries(t.views) as [keyof typeof logViews, string][]}
          value={readView(search)}
          onChange={(view) => change({ ...logViews[view], page: undefined })}
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
