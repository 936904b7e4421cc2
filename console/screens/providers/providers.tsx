import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { Button } from '../../parts/button.tsx'
import { Badge } from '../../parts/inline/badge.tsx'
import { formatMilliseconds, formatShare, formatShortCount } from '../../parts/inline/numbers.ts'
import { ProviderMark } from '../../parts/inline/provider-mark.tsx'
import { Boxes, Plus } from '../../parts/inline/shapes.ts'
import { FilterBar } from '../../parts/list/filter-bar.tsx'
import { PagedTable } from '../../parts/list/paged-table.tsx'
import type { TableColumn } from '../../parts/list/table.tsx'
import { Empty } from '../../parts/page/loaded.tsx'
import { ScreenPage } from '../../parts/page/page.tsx'
import type { ApiSchemas } from '../../state/gateway/api.ts'
import { useActivity, useProviders } from '../../state/gateway/reads.ts'
import { useSlices } from '../../state/pages.ts'
import { useUrl } from '../../state/search.ts'
import { words } from '../../words.ts'
import { AddProvider } from './add-provider.tsx'
import { providersTexts as t } from './providers-texts.ts'

type Sum = ApiSchemas['Activity']['providers'][number]
type Row = ApiSchemas['ProviderSummary'] & { readonly sum: Sum | undefined }

const columns: readonly TableColumn<Row>[] = [
  {
    title: words.provider,
    card: 'title',
    cell: ({ id, title }) => (
      <span className="row line">
        <ProviderMark id={id} />
        <span>
          <Link to="/providers/$id" params={{ id }}>
            {title}
          </Link>
          <small>{id}</small>
        </span>
      </span>
    ),
    sort: ({ title }) => title,
  },
  {
    title: words.actions,
    width: 5.5,
    cell: ({ actions }) => formatShortCount(actions),
    sort: ({ actions }) => actions,
    isNumber: true,
  },
  {
    title: words.calls,
    width: 5,
    cell: ({ sum }) => (sum ? formatShortCount(sum.calls) : words.none),
    sort: ({ sum }) => sum?.calls ?? -1,
    isNumber: true,
  },
  {
    title: t.failed,
    width: 5,
    cell: ({ sum }) => (sum ? formatShare(sum.errors, sum.calls) : words.none),
    sort: ({ sum }) => (sum ? sum.errors / sum.calls : -1),
    isNumber: true,
  },
  {
    title: words.p95,
    width: 5.5,
    cell: ({ sum }) => (sum ? formatMilliseconds(sum.latency_ms.p95) : words.none),
    sort: ({ sum }) => sum?.latency_ms.p95 ?? -1,
    isNumber: true,
  },
  {
    title: t.connect,
    width: 11,
    card: 'state',
    cell: ({ id, connect }) =>
      connect === 'needs_application' ? (
        <Link to="/connect" search={{ app: id }} title={t.needsApplication}>
          <Badge tone="warn">{t.states.needs_application}</Badge>
        </Link>
      ) : (
        <Badge tone={connect === 'ready' ? 'good' : 'plain'}>{t.states[connect]}</Badge>
      ),
    sort: ({ connect }) => t.states[connect],
  },
  {
    title: words.version,
    width: 6,
    isExtra: true,
    cell: ({ version, ...provider }) => <span title={provider.package}>{version}</span>,
  },
]

/** Each provider, with the sums of the last two weeks: the slow ones and those that fail are found by sorting. */
export const ProvidersScreen = () => {
  const [{ q = '', add }, change] = useUrl()
  const providers = useProviders()
  const activity = useActivity()
  const rows = useMemo(() => {
    if (!providers.data || !activity.data) return undefined
    const sums = new Map(activity.data.providers.map((sum) => [sum.provider, sum] as const))
    return providers.data
      .filter(({ id, title }) => `${id} ${title}`.toLowerCase().includes(q.toLowerCase()))
      .map((provider) => ({ ...provider, sum: sums.get(provider.id) }))
      .toSorted((one, other) => (other.sum?.calls ?? 0) - (one.sum?.calls ?? 0))
  }, [providers.data, activity.data, q])
  const pages = useSlices<Row>({
    data: rows,
    error: providers.error ?? activity.error,
    refetch: () => [providers.refetch(), activity.refetch()],
  })
  return (
    <ScreenPage
      title={words.screens.providers}
      lead={t.lead}
      actions={
        <Button isMain icon={Plus} onClick={() => change({ add: 'on' })}>
          {t.add}
        </Button>
      }
    >
      <FilterBar label={t.find} fields={[]} search="q" />
      <PagedTable
        label={words.screens.providers}
        pages={pages}
        columns={columns}
        rowKey={({ id }) => id}
        largestFirst={words.calls}
        empty={
          <Empty icon={Boxes} title={t.empty}>
            <p>{t.emptyText}</p>
          </Empty>
        }
      />
      {add !== undefined && <AddProvider onClose={() => change({ add: undefined })} />}
    </ScreenPage>
  )
}
