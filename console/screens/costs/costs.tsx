import { Button } from '../../parts/button.tsx'
import { formatCount, formatMoney, formatShare } from '../../parts/inline/numbers.ts'
import { ChartColumn, Download } from '../../parts/inline/shapes.ts'
import { NamedTenantLink } from '../../parts/inline/tenant-link.tsx'
import { FilterBar } from '../../parts/list/filter-bar.tsx'
import { PagedTable } from '../../parts/list/paged-table.tsx'
import { saveFile } from '../../parts/list/save-file.ts'
import type { TableColumn } from '../../parts/list/table.tsx'
import { Empty } from '../../parts/page/loaded.tsx'
import { ScreenPage } from '../../parts/page/page.tsx'
import { formatCsv } from '../../state/csv.ts'
import { type ApiQuery, type ApiSchemas, api, unwrap } from '../../state/gateway/api.ts'
import { letRun } from '../../state/let-run.ts'
import { usePages } from '../../state/pages.ts'
import { type Search, useUrl } from '../../state/search.ts'
import { words } from '../../words.ts'
import css from './costs.module.css'
import { costsTexts as t } from './costs-texts.ts'

type Row = ApiSchemas['TenantCost']
type Query = ApiQuery<'/admin/costs'>

const columns: readonly TableColumn<Row>[] = [
  {
    title: words.tenant,
    card: 'title',
    sortName: 'tenant',
    cell: ({ tenant_id, tenant_name }) => <NamedTenantLink id={tenant_id} name={tenant_name} tab="usage" />,
  },
  { title: t.plan, width: 9, isExtra: true, cell: ({ plan }) => plan ?? <span className="quiet">{t.noPlan}</span> },
  { title: words.calls, width: 7, isNumber: true, sortName: 'calls', cell: ({ calls }) => formatCount(calls) },
  {
    title: t.failed,
    width: 9,
    isNumber: true,
    sortName: 'errors',
    cell: ({ errors, calls }) => (errors === 0 ? '0' : `${formatCount(errors)} (${formatShare(errors, calls)})`),
  },
  {
    title: t.billable,
    width: 8,
    isNumber: true,
    isExtra: true,
    cell: ({ billable_calls }) => formatCount(billable_calls),
  },
  {
    title: t.amount,
    width: 8,
    isNumber: true,
    sortName: 'amount',
    cell: ({ cost }) => (cost === null ? words.none : formatMoney(cost.amount, cost.currency)),
  },
]

const thisMonth = (): string => new Date().toISOString().slice(0, 7)

const readQuery = ({ q, sort, month }: Search): Query => ({
  ...(q && { q }),
  ...(month && { month }),
  sort: (sort ?? '-amount') as NonNullable<Query['sort']>,
})

const readPage = (query: Query): Promise<ApiSchemas['Costs']> => unwrap(api.GET('/admin/costs', { params: { query } }))

/** All pages of the month as a file. */
const saveAll = async (query: Query): Promise<void> => {
  const rows: Row[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: ApiSchemas['Costs'] = await readPage({ ...query, limit: 1000, ...(cursor !== '' && { cursor }) })
    rows.push(...page.tenants)
    cursor = page.next_cursor
  }
  const lines = rows.map(({ tenant_id, tenant_name, plan, calls, errors, billable_calls, cost }) => [
    tenant_id,
    tenant_name,
    plan ?? '',
    calls,
    errors,
    billable_calls,
    cost?.amount ?? '',
    cost?.currency ?? '',
  ])
  const head = ['tenant', 'name', 'plan', 'calls', 'errors', 'billable_calls', 'amount', 'currency']
  saveFile(new Blob([formatCsv([head, ...lines])], { type: 'text/csv' }), `costs-${query.month ?? thisMonth()}.csv`)
}

type Totals = ApiSchemas['Costs']['totals']

const Total = ({ totals }: { readonly totals: Totals | undefined }) => {
  if (totals?.length === 0) return null
  return (
    <p className={css.totals}>
      {t.total}
      {totals?.map(({ currency, amount }) => <strong key={currency}>{formatMoney(amount, currency)}</strong>) ?? (
        <strong className="blank" />
      )}
    </p>
  )
}

/** The bills of all tenants for a month. */
export const Costs = () => {
  const [search, change] = useUrl()
  const query = readQuery(search)
  const pages = usePages<Row, Totals>(['costs', query], async (page) => {
    const { tenants, next_cursor, total, totals } = await readPage({ ...query, ...page, total: true })
    return [tenants, next_cursor, total, totals]
  })
  return (
    <ScreenPage
      title={words.screens.costs}
      lead={t.lead}
      actions={
        <Button icon={Download} onClick={() => letRun(saveAll(query))}>
          {t.export}
        </Button>
      }
    >
      <Total totals={pages.whole} />
      <FilterBar label={t.find} fields={[]} search="q">
        <input
          type="month"
          aria-label={t.month}
          className={css.month}
          max={thisMonth()}
          value={search.month ?? thisMonth()}
          onChange={({ target }) => change({ month: target.value || undefined, page: undefined })}
        />
      </FilterBar>
      <PagedTable
        label={words.screens.costs}
        pages={pages}
        columns={columns}
        rowKey={({ tenant_id }) => tenant_id}
        serverOrder={{ order: search.sort ?? '-amount', onOrder: (sort) => change({ sort, page: undefined }) }}
        empty={
          search.q ? (
            <Empty title={t.noneFound} />
          ) : (
            <Empty icon={ChartColumn} title={t.empty}>
              <p>{t.emptyText}</p>
            </Empty>
          )
        }
      />
    </ScreenPage>
  )
}
