import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { Badge, type Tone } from '../parts/badge.tsx'
import { Button } from '../parts/button.tsx'
import { LabelledField } from '../parts/form/field.tsx'
import { FormModal, Once, readTextField } from '../parts/form/form-modal.tsx'
import { TenantField } from '../parts/form/tenant-field.tsx'
import { Empty, Loaded } from '../parts/loaded.tsx'
import { Bar, ScreenPage } from '../parts/page.tsx'
import { FilterField } from '../parts/table/filter-field.tsx'
import { Table, type TableColumn } from '../parts/table/table.tsx'
import { Time } from '../parts/time.tsx'
import { allPages } from '../state/all-pages.ts'
import { type ApiSchemas, api, unwrap } from '../state/api.ts'
import { useTenants } from '../state/reads.ts'
import { useUrl } from '../state/search.ts'
import { useMay } from '../state/session.ts'
import { words } from '../words.ts'
import { accountsTexts as t } from './accounts-texts.ts'

type Credential = ApiSchemas['Credential']

/** An account of a tenant, with its credential if one is stored. */
interface Account {
  readonly tenant: string
  readonly provider: string
  readonly id: string
  readonly label: string
  readonly credential: Credential | undefined
}

type State = Credential['state'] | 'missing'

const tones: Readonly<Record<State, Tone>> = {
  valid: 'good',
  expiring_soon: 'warn',
  expired: 'wrong',
  rejected: 'wrong',
  needs_reauth: 'wrong',
  missing: 'warn',
}

const readState = ({ credential }: Account): State => credential?.state ?? 'missing'
const formatAccount = ({ tenant, provider, id }: Pick<Account, 'tenant' | 'provider' | 'id'>): string =>
  `${tenant}/${provider}/${id}`

const listAccounts = (tenants: readonly ApiSchemas['Tenant'][], credentials: readonly Credential[]): Account[] => {
  const stored = new Map(
    credentials.map((one) => [
      formatAccount({ tenant: one.tenant_id, provider: one.provider, id: one.account_id }),
      one,
    ]),
  )
  return tenants.flatMap((tenant) =>
    Object.entries(tenant.providers).flatMap(([provider, { accounts }]) =>
      accounts.map(({ id, label }) => {
        const ref = { tenant: tenant.id, provider, id }
        return { ...ref, label, credential: stored.get(formatAccount(ref)) }
      }),
    ),
  )
}

const path = ({ tenant, provider, id }: Account) => ({ path: { tenant, provider, account: id } })

type Task = 'test' | 'store' | 'connect' | 'remove'

const Test = ({ account, onClose }: { readonly account: Account; readonly onClose: () => void }) => (
  <FormModal
    title={words.credential.test}
    text={t.testText(formatAccount(account))}
    submit={words.credential.test}
    onClose={onClose}
    send={async () => {
      const { ok, status, reason, identity } = await unwrap(
        api.POST('/admin/tokens/{tenant}/{provider}/{account}/test', { params: path(account) }),
      )
      return (
        <p role="status">
          <Badge tone={ok ? 'good' : 'wrong'}>{ok ? words.credential.works : String(status)}</Badge>{' '}
          {identity ?? reason}
        </p>
      )
    }}
  />
)

const storeTitle = ({ credential }: Account): string => (credential ? t.replace : words.credential.store)

const Store = ({ account, onClose }: { readonly account: Account; readonly onClose: () => void }) => (
  <FormModal
    title={storeTitle(account)}
    text={t.storeText(formatAccount(account))}
    submit={words.credential.store}
    onClose={onClose}
    send={async (form) => {
      const access_token = readTextField(form, 'access_token') ?? ''
      await unwrap(
        api.PUT('/admin/tokens/{tenant}/{provider}/{account}', { params: path(account), body: { access_token } }),
      )
    }}
  >
    <LabelledField label={words.credential.field} help={words.credential.help}>
      {(field) => <input {...field} name="access_token" type="password" autoComplete="off" required />}
    </LabelledField>
  </FormModal>
)

const Connect = ({ account, onClose }: { readonly account: Account; readonly onClose: () => void }) => (
  <FormModal
    title={t.connect}
    text={t.connectText(formatAccount(account))}
    submit={words.connectLink.create}
    onClose={onClose}
    send={async () => {
      const { tenant, provider, id } = account
      const body = { tenant_id: tenant, provider, account_id: id }
      const made = await unwrap(api.POST('/admin/connect', { body }))
      return <Once label={words.connectLink.once} value={made.url} />
    }}
  />
)

const Remove = ({ account, onClose }: { readonly account: Account; readonly onClose: () => void }) => (
  <FormModal
    title={words.remove}
    text={t.removeText(formatAccount(account))}
    submit={words.remove}
    isDanger
    onClose={onClose}
    send={async () => {
      await unwrap(api.DELETE('/admin/tokens/{tenant}/{provider}/{account}', { params: path(account) }))
    }}
  />
)

const dialogs = { test: Test, store: Store, connect: Connect, remove: Remove }

const columnsFor = (
  mayChange: boolean,
  begin: (task: Task, account: Account) => void,
): readonly TableColumn<Account>[] => [
  { title: words.tenant, cell: ({ tenant }) => tenant, sort: ({ tenant }) => tenant },
  {
    title: words.account,
    width: 14,
    cell: ({ provider, id, label }) => (
      <>
        {`${provider}/${id}`}
        {label !== id && <small>{label}</small>}
      </>
    ),
    sort: ({ provider, id }) => `${provider}/${id}`,
  },
  {
    title: words.credential.title,
    cell: (account) => <Badge tone={tones[readState(account)]}>{words.credential.states[readState(account)]}</Badge>,
    sort: readState,
  },
  { title: t.rejected, cell: ({ credential }) => <Time at={credential?.rejected_at} /> },
  {
    title: words.expires,
    cell: ({ credential }) => (credential?.expires_at ? <Time at={credential.expires_at} /> : words.none),
  },
  {
    title: '',
    width: 25,
    cell: (account) => (
      <span className="row">
        {mayChange && account.credential && (
          <Button onClick={() => begin('test', account)}>{words.credential.test}</Button>
        )}
        {mayChange && <Button onClick={() => begin('store', account)}>{storeTitle(account)}</Button>}
        {mayChange && <Button onClick={() => begin('connect', account)}>{t.connect}</Button>}
        {mayChange && account.credential && (
          <Button isDanger onClick={() => begin('remove', account)}>
            {words.remove}
          </Button>
        )}
      </span>
    ),
  },
]

const nothing = { tenant: undefined, provider: undefined, state: undefined }

interface NoAccountsProps {
  readonly isFiltered: boolean
  readonly hasTenants: boolean
  readonly clear: () => void
}

/** Why the list is empty, and the next step: nothing matches the filters, or there are no accounts or tenants yet. */
const NoAccounts = ({ isFiltered, hasTenants, clear }: NoAccountsProps) => {
  const mayChange = useMay('operator')
  if (isFiltered) {
    return (
      <Empty title={t.noMatch}>
        <Button onClick={clear}>{words.clearFilters}</Button>
      </Empty>
    )
  }
  return (
    <Empty title={t.empty}>
      <p>{hasTenants ? t.emptyText : t.noTenantText}</p>
      {hasTenants && <Link to="/tenants">{t.showTenants}</Link>}
      {!hasTenants && mayChange && <Link to="/tenants/new">{words.createTenant}</Link>}
    </Empty>
  )
}

export const Accounts = () => {
  const [search, change] = useUrl()
  const mayChange = useMay('operator')
  const [task, setTask] = useState<readonly [Task, Account]>()
  const tenants = useTenants()
  const credentials = useQuery({
    queryKey: ['credentials'],
    queryFn: () =>
      allPages(async (query) => {
        const { credentials, next_cursor } = await unwrap(api.GET('/admin/tokens', { params: { query } }))
        return [credentials, next_cursor]
      }),
  })
  const accounts = useMemo(
    () =>
      listAccounts(tenants.data ?? [], credentials.data ?? []).filter(
        (account) =>
          (!search.tenant || account.tenant === search.tenant) &&
          (!search.provider || account.provider === search.provider) &&
          (!search.state || readState(account) === search.state),
      ),
    [tenants.data, credentials.data, search.tenant, search.provider, search.state],
  )
  const isFiltered = Boolean(search.tenant || search.provider || search.state)
  const columns = useMemo(() => columnsFor(mayChange, (...begun) => setTask(begun)), [mayChange])
  const Dialog = task && dialogs[task[0]]
  return (
    <ScreenPage title={words.screens.accounts} lead={t.lead}>
      <Bar>
        <TenantField value={search.tenant ?? ''} onChange={(tenant) => change({ tenant })} none={words.all} />
        <FilterField
          label={words.credential.title}
          choices={words.credential.states}
          value={search.state ?? ''}
          onChange={(state) => change({ state })}
        />
      </Bar>
      <Loaded query={tenants}>
        {(all) => (
          <Loaded query={credentials}>
            {() =>
              accounts.length === 0 ? (
                <NoAccounts isFiltered={isFiltered} hasTenants={all.length > 0} clear={() => change(nothing)} />
              ) : (
                <Table label={words.screens.accounts} rows={accounts} columns={columns} rowKey={formatAccount} />
              )
            }
          </Loaded>
        )}
      </Loaded>
      {task && Dialog && <Dialog account={task[1]} onClose={() => setTask(undefined)} />}
    </ScreenPage>
  )
}
