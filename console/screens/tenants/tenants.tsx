import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button, mainButtonClass } from '../../parts/button.tsx'
import { Icon } from '../../parts/inline/icon.tsx'
import { ProviderMark } from '../../parts/inline/provider-mark.tsx'
import { CirclePause, CirclePlay, KeyRound, Link2, Plus, Users } from '../../parts/inline/shapes.ts'
import { Time } from '../../parts/inline/time.tsx'
import { FilterBar, type FilterField } from '../../parts/list/filter-bar.tsx'
import { PagedTable } from '../../parts/list/paged-table.tsx'
import { SelectionBar, useSelection } from '../../parts/list/selection.tsx'
import type { TableColumn } from '../../parts/list/table.tsx'
import { BulkModal, mostAtOnce } from '../../parts/over/bulk-modal.tsx'
import type { MenuChoice } from '../../parts/over/menu.tsx'
import { Empty } from '../../parts/page/loaded.tsx'
import { ScreenPage } from '../../parts/page/page.tsx'
import { type ApiQuery, type ApiSchemas, api, unwrap } from '../../state/gateway/api.ts'
import { useMay } from '../../state/gateway/session.ts'
import { usePages } from '../../state/pages.ts'
import { type Search, useUrl } from '../../state/search.ts'
import { words } from '../../words.ts'
import { setTenantStatus, TenantStatus, useTenantStatus } from './tenant-status.tsx'
import { tenantsTexts as t } from './tenants-texts.ts'

type Tenant = ApiSchemas['Tenant']
type Query = ApiQuery<'/admin/tenants'>

/** More marks than this are not shown. */
const mostMarks = 6

const Providers = ({ tenant: { providers } }: { readonly tenant: Tenant }) => {
  const ids = Object.keys(providers)
  const accounts = Object.values(providers).reduce((sum, { accounts: all }) => sum + all.length, 0)
  if (ids.length === 0) return <span className="quiet">{words.none}</span>
  return (
    <span className="row line named" title={ids.join(', ')}>
      <span>{words.accountsCount(accounts)}</span>
      {ids.slice(0, mostMarks).map((id) => (
        <ProviderMark key={id} id={id} />
      ))}
    </span>
  )
}

const columns: readonly TableColumn<Tenant>[] = [
  {
    title: words.name,
    card: 'title',
    sortName: 'name',
    cell: ({ id, name }) => (
      <Link to="/tenants/$id" params={{ id }} title={name} dir="auto" className="name">
        {name}
      </Link>
    ),
  },
  { title: words.id, sortName: 'id', cell: ({ id }) => <code>{id}</code> },
  { title: words.status, width: 8, card: 'state', cell: (tenant) => <TenantStatus {...tenant} /> },
  { title: words.screens.accounts, isExtra: true, cell: (tenant) => <Providers tenant={tenant} /> },
  {
    title: words.created,
    width: 8,
    isExtra: true,
    sortName: 'created_at',
    cell: ({ created_at }) => <Time at={created_at} />,
  },
  { title: words.changed, width: 8, sortName: 'updated_at', cell: ({ updated_at }) => <Time at={updated_at} /> },
]

const fields: readonly FilterField[] = [{ name: 'status', title: words.status, values: t.statuses }]

const readQuery = ({ q, status, sort }: Search): Query => ({
  ...(q && { q }),
  ...(status && { status: status as NonNullable<Query['status']> }),
  sort: (sort ?? 'name') as NonNullable<Query['sort']>,
})

const NoTenants = ({ isFiltered }: { readonly isFiltered: boolean }) =>
  isFiltered ? (
    <Empty title={t.noneFound} />
  ) : (
    <Empty icon={Users} title={t.empty}>
      <p>{t.emptyText}</p>
    </Empty>
  )

export const TenantsScreen = () => {
  const mayChange = useMay('operator')
  const [search, change] = useUrl()
  const selection = useSelection()
  const status = useTenantStatus()
  const [matching, setMatching] = useState<{ readonly tenants: readonly Tenant[]; readonly hasMore: boolean }>()
  const query = readQuery(search)
  const pages = usePages<Tenant>(['tenants', 'list', query], async (page) => {
    const { tenants, next_cursor, total } = await unwrap(
      api.GET('/admin/tenants', { params: { query: { ...query, ...page, total: true } } }),
    )
    return [tenants, next_cursor, total]
  })
  const menu = (tenant: Tenant): readonly MenuChoice[] => [
    { title: t.tasks.token, icon: KeyRound, to: { to: `/tenants/${tenant.id}/tokens`, search: { create: 'on' } } },
    { title: t.tasks.link, icon: Link2, to: { to: '/connect', search: { create: 'on', for: tenant.id } } },
    tenant.status === 'active'
      ? { title: t.tasks.suspend, icon: CirclePause, isDanger: true, onChoose: () => status.suspend([tenant]) }
      : { title: t.tasks.activate, icon: CirclePlay, onChoose: () => status.activate([tenant]) },
  ]
  const isFiltered = Boolean(search.q || search.status)
  const suspendMatching = async () => {
    const all = { ...query, status: 'active' as const, limit: mostAtOnce }
    const { tenants, next_cursor } = await unwrap(api.GET('/admin/tenants', { params: { query: all } }))
    setMatching({ tenants, hasMore: next_cursor !== null })
  }
  const chosen = (pages.rows ?? []).filter(({ id }) => selection.keys.has(id))
  return (
    <ScreenPage
      title={words.screens.tenants}
      lead={t.lead}
      actions={
        mayChange && (
          <Link to="/tenants/new" className={mainButtonClass}>
            <Icon shape={Plus} />
            {words.createTenant}
          </Link>
        )
      }
    >
      <FilterBar label={t.find} fields={fields} search="q" />
      <PagedTable
        label={words.screens.tenants}
        pages={pages}
        columns={columns}
        rowKey={({ id }) => id}
        {...(mayChange && { menu, selection })}
        serverOrder={{ order: search.sort ?? 'name', onOrder: (sort) => change({ sort, page: undefined }) }}
        empty={<NoTenants isFiltered={isFiltered} />}
      />
      <SelectionBar selection={selection}>
        <Button icon={CirclePause} onClick={() => status.suspend(chosen)}>
          {t.tasks.suspend}
        </Button>
        <Button icon={CirclePlay} onClick={() => status.activate(chosen)}>
          {t.tasks.activate}
        </Button>
        {isFiltered && search.status !== 'suspended' && (
          <Button isDanger onClick={suspendMatching}>
            {t.suspendAll}
          </Button>
        )}
      </SelectionBar>
      {status.dialog}
      {matching && (
        <BulkModal
          title={t.suspendTitle(matching.tenants.length)}
          text={t.suspendText}
          submit={t.tasks.suspend}
          items={matching.tenants}
          hasMore={matching.hasMore}
          name={({ name }) => name}
          change={(tenant) => setTenantStatus(tenant, 'suspended')}
          report={t.manySuspended}
          onClose={() => setMatching(undefined)}
          onDone={selection.clear}
        />
      )}
    </ScreenPage>
  )
}
