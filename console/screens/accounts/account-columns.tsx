import { ProviderMark } from '../../parts/inline/provider-mark.tsx'
import { NamedTenantLink } from '../../parts/inline/tenant-link.tsx'
import { Time } from '../../parts/inline/time.tsx'
import type { TableColumn } from '../../parts/list/table.tsx'
import { words } from '../../words.ts'
import { formatAccount, type ListedAccount } from './account.ts'
import { AccountBadge } from './account-badge.tsx'
import { accountsTexts as t } from './accounts-texts.ts'

const tenant: TableColumn<ListedAccount> = {
  title: words.tenant,

  sortName: 'tenant',
  cell: ({ tenant_id, tenant_name }) => <NamedTenantLink id={tenant_id} name={tenant_name} tab="accounts" />,
}

const account: TableColumn<ListedAccount> = {
  title: words.account,

  card: 'title',
  cell: (row) => (
    <span className="row line">
      <ProviderMark id={row.provider} />
      <span className="row line named" title={`${formatAccount(row)} ${row.label}`}>
        <span>{formatAccount(row)}</span>
        {row.label !== row.account_id && <small dir="auto">{row.label}</small>}
      </span>
    </span>
  ),
}

const about: readonly TableColumn<ListedAccount>[] = [
  {
    title: t.state,
    width: 10,
    card: 'state',
    sortName: 'state',
    cell: (row) => <AccountBadge account={row} />,
  },
  {
    title: t.since,
    width: 6.5,
    cell: ({ state, rejected_at, expires_at, updated_at }) =>
      rejected_at !== null && state === 'rejected' ? (
        <Time at={rejected_at} />
      ) : (
        <Time at={state === 'expired' ? expires_at : updated_at} none={words.none} />
      ),
  },
  {
    title: words.expires,
    width: 6.5,
    isExtra: true,
    sortName: 'expires_at',
    cell: ({ expires_at }) => <Time at={expires_at} none={words.never} />,
  },
  {
    title: t.stored,
    width: 6.5,
    isExtra: true,
    sortName: 'updated_at',
    cell: ({ updated_at }) => <Time at={updated_at} none={words.none} />,
  },
]

/** The columns for the accounts of all tenants, and for those of one. */
export const accountColumns = [tenant, account, ...about]
export const ownAccountColumns = [account, ...about]
/** The account and its state alone, for a list beside others. */
export const shortAccountColumns = [account, ...about.slice(0, 1)]
