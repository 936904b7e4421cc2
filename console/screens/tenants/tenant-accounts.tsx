import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { ProvidersField, type TenantProviders } from '../../parts/form/pick/providers-field.tsx'
import { Link2, Plug, Settings2 } from '../../parts/inline/shapes.ts'
import { PagedTable } from '../../parts/list/paged-table.tsx'
import { SelectionBar, useSelection } from '../../parts/list/selection.tsx'
import { Modal } from '../../parts/over/modal.tsx'
import { Empty, Loaded } from '../../parts/page/loaded.tsx'
import { api, unwrap } from '../../state/gateway/api.ts'
import { useMay } from '../../state/gateway/session.ts'
import { usePages } from '../../state/pages.ts'
import { useUrl } from '../../state/search.ts'
import { words } from '../../words.ts'
import { formatAccount, formatAccountKey, type ListedAccount } from '../accounts/account.ts'
import { ownAccountColumns } from '../accounts/account-columns.tsx'
import { useAccountTasks } from '../accounts/account-tasks.tsx'
import { accountsTexts } from '../accounts/accounts-texts.ts'
import { Reconnect } from '../accounts/reconnect.tsx'
import { type ChangedTenant, SaveTenant } from './save-tenant.tsx'
import { type Tenant, useTenant, useTenantId } from './tenant.tsx'
import { tenantsTexts as t } from './tenants-texts.ts'

/** The accounts as a form: ids, names and the settings that their providers need. */
const Edit = ({ tenant, onClose }: { readonly tenant: Tenant; readonly onClose: () => void }) => {
  const { name, status, options } = tenant
  const [providers, setProviders] = useState<TenantProviders>(tenant.providers)
  const [changed, setChanged] = useState<ChangedTenant>()
  if (changed) return <SaveTenant tenant={tenant} changed={changed} onClose={onClose} />
  return (
    <Modal title={t.editAccounts} isWide onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          setChanged({ name, status, providers, options })
        }}
      >
        <ProvidersField value={providers} onChange={setProviders} />
        <Button type="submit" isMain>
          {t.review}
        </Button>
      </form>
    </Modal>
  )
}

const List = ({ tenant }: { readonly tenant: Tenant }) => {
  const mayChange = useMay('operator')
  const [search, change] = useUrl()
  const navigate = useNavigate()
  const [isEditing, setEditing] = useState(false)
  const selection = useSelection()
  const [linked, setLinked] = useState<readonly ListedAccount[]>()
  const tasks = useAccountTasks(true)
  const sort = (search.sort ?? 'state') as 'state'
  const pages = usePages<ListedAccount>(['accounts', 'of', tenant.id, sort], async (page) => {
    const query = { tenant: tenant.id, sort, ...page, total: true }
    const { accounts, next_cursor, total } = await unwrap(api.GET('/admin/accounts', { params: { query } }))
    return [accounts, next_cursor, total]
  })
  const chosen = (pages.rows ?? []).filter((account) => selection.keys.has(formatAccountKey(account)))
  return (
    <>
      {mayChange && (
        <p className="row">
          <Button icon={Settings2} onClick={() => setEditing(true)}>
            {t.editAccounts}
          </Button>
          <Button icon={Link2} onClick={() => navigate({ to: '/connect', search: { create: 'on', for: tenant.id } })}>
            {t.tasks.link}
          </Button>
        </p>
      )}
      <PagedTable
        label={words.screens.accounts}
        pages={pages}
        columns={ownAccountColumns}
        rowKey={formatAccountKey}
        rowName={formatAccount}
        menu={tasks.choose}
        selection={mayChange ? selection : undefined}
        serverOrder={{ order: sort, onOrder: (next) => change({ sort: next, page: undefined }) }}
        empty={
          <Empty icon={Plug} title={accountsTexts.empty}>
            <p>{accountsTexts.emptyText}</p>
            {mayChange && (
              <Button isMain onClick={() => setEditing(true)}>
                {t.editAccounts}
              </Button>
            )}
          </Empty>
        }
      />
      <SelectionBar selection={selection}>
        <Button icon={Link2} onClick={() => setLinked(chosen)}>
          {accountsTexts.reconnect.button}
        </Button>
      </SelectionBar>
      {tasks.dialog}
      {linked && <Reconnect accounts={linked} onClose={() => setLinked(undefined)} />}
      {isEditing && <Edit tenant={tenant} onClose={() => setEditing(false)} />}
    </>
  )
}

export const TenantAccounts = () => {
  const query = useTenant(useTenantId())
  return <Loaded query={query}>{(tenant) => <List tenant={tenant} />}</Loaded>
}
