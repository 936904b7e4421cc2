import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button, mainButtonClass } from '../../parts/button.tsx'
import { findProviders } from '../../parts/form/pick/provider-field.tsx'
import { findTenants } from '../../parts/form/pick/tenant-field.tsx'
import { Link2, Plug } from '../../parts/inline/shapes.ts'
import { FilterBar, type FilterField } from '../../parts/list/filter-bar.tsx'
import { PagedTable } from '../../parts/list/paged-table.tsx'
import { SelectionBar, useSelection } from '../../parts/list/selection.tsx'
import { Empty } from '../../parts/page/loaded.tsx'
import { ScreenPage } from '../../parts/page/page.tsx'
import { type ApiQuery, api, unwrap } from '../../state/gateway/api.ts'
import { troubledStates, useAccountStates } from '../../state/gateway/attention.ts'
import { useMay } from '../../state/gateway/session.ts'
import { type RowTotal, usePages } from '../../state/pages.ts'
import { type Search, useUrl } from '../../state/search.ts'
import { words } from '../../words.ts'
import { formatAccountKey, type ListedAccount } from './account.ts'
import { accountColumns } from './account-columns.tsx'
import { useAccountTasks } from './account-tasks.tsx'
import { accountsTexts as t } from './accounts-texts.ts'
import { Reconnect } from './reconnect.tsx'

type Query = ApiQuery<'/admin/accounts'>

/** More links than this are not created at once. */
const mostLinks = 500

const fields: readonly FilterField[] = [
  { name: 'tenant', title: words.tenant, find: findTenants },
  { name: 'provider', title: words.provider, find: findProviders },
  { name: 'state', title: t.state, values: t.states },
]

const readQuery = ({ tenant, provider, state, q, sort }: Search): Query => ({
  ...(tenant && { tenant }),
  ...(provider && { provider }),
  ...(state && { state: state as NonNullable<Query['state']> }),
  ...(q && { q }),
  ...(sort && { sort: sort as NonNullable<Query['sort']> }),
})

/** The number of accounts that a filter by provider and state selects, as the badges count them; `undefined`: another filter. */
const useTotal = ({ tenant, provider, state, q }: Search): RowTotal | undefined => {
  const { data } = useAccountStates()
  if (!data || tenant || q || state === 'closed') return undefined
  const isWanted = (one: string): boolean => {
    if (!state) return true
    return state === 'trouble' ? troubledStates.some((each) => each === one) : one === state
  }
  const items = data.counts
    .filter((each) => (!provider || each.provider === provider) && isWanted(each.state))
    .reduce((sum, { accounts }) => sum + accounts, 0)
  return { items, more: false }
}

/** The reason why the list is empty, and the next step. */
const NoAccounts = ({ search }: { readonly search: Search }) => {
  const mayChange = useMay('operator')
  const isFiltered = Boolean(search.tenant || search.provider || search.state || search.q)
  if (search.state === 'trouble' && !search.q && !search.tenant && !search.provider)
    return <Empty icon={Plug} title={t.noTrouble} />
  if (isFiltered) return <Empty title={t.noMatch} />
  return (
    <Empty icon={Plug} title={t.empty}>
      <p>{t.emptyText}</p>
      {mayChange && (
        <Link to="/tenants/new" className={mainButtonClass}>
          {words.createTenant}
        </Link>
      )}
    </Empty>
  )
}

export const Accounts = () => {
  const [search, change] = useUrl()
  const mayChange = useMay('operator')
  const query = readQuery(search)
  const counted = useTotal(search)
  const pages = usePages<ListedAccount>(
    ['accounts', query],
    async (page) => {
      const { accounts, next_cursor, total } = await unwrap(
        api.GET('/admin/accounts', { params: { query: { ...query, ...page, total: counted === undefined } } }),
      )
      return [accounts, next_cursor, total]
    },
    { total: counted },
  )
  const selection = useSelection()
  const tasks = useAccountTasks(false)
  const [linked, setLinked] = useState<readonly ListedAccount[]>()
  const chosen = (pages.rows ?? []).filter((account) => selection.keys.has(formatAccountKey(account)))
  const linkAll = async () => {
    const all = { ...query, state: 'trouble' as const, limit: mostLinks }
    const { accounts } = await unwrap(api.GET('/admin/accounts', { params: { query: all } }))
    setLinked(accounts)
  }
  return (
    <ScreenPage
      title={words.screens.accounts}
      lead={t.lead}
      actions={
        mayChange &&
        pages.rows?.length !== 0 && (
          <Button icon={Link2} onClick={linkAll}>
            {t.reconnect.all}
          </Button>
        )
      }
    >
      <FilterBar label={t.find} fields={fields} search="q" />
      <PagedTable
        label={words.screens.accounts}
        pages={pages}
        columns={accountColumns}
        rowKey={formatAccountKey}
        rowName={formatAccountKey}
        menu={tasks.choose}
        selection={mayChange ? selection : undefined}
        serverOrder={{ order: search.sort ?? 'tenant', onOrder: (sort) => change({ sort, page: undefined }) }}
        empty={<NoAccounts search={search} />}
      />
      <SelectionBar selection={selection}>
        <Button icon={Link2} onClick={() => setLinked(chosen)}>
          {t.reconnect.button}
        </Button>
      </SelectionBar>
      {tasks.dialog}
      {linked && <Reconnect accounts={linked} onClose={() => setLinked(undefined)} />}
    </ScreenPage>
  )
}
