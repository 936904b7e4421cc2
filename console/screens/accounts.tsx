import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Badge, type Tone } from '../parts/badge.tsx'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { FilterField } from '../parts/filter-field.tsx'
import { FormModal, Once, textOf } from '../parts/form-modal.tsx'
import { Empty, Loaded } from '../parts/loaded.tsx'
import { Bar, Page } from '../parts/page.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { TenantField } from '../parts/tenant-field.tsx'
import { Time } from '../parts/time.tsx'
import { allPages } from '../state/all-pages.ts'
import { api, type Schemas, unwrap } from '../state/api.ts'
import { useTenants } from '../state/reads.ts'
import { useUrl } from '../state/search.ts'
import { useMay } from '../state/session.ts'
import { t } from '../texts.ts'

type Credential = Schemas['Credential']

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

const stateOf = ({ credential }: Account): State => credential?.state ?? 'missing'
const keyOf = ({ tenant, provider, id }: Pick<Account, 'tenant' | 'provider' | 'id'>): string =>
  `${tenant}/${provider}/${id}`

const accountsOf = (tenants: readonly Schemas['Tenant'][], credentials: readonly Credential[]): Account[] => {
  const stored = new Map(
    credentials.map((one) => [keyOf({ tenant: one.tenant_id, provider: one.provider, id: one.account_id }), one]),
  )
  return tenants.flatMap((tenant) =>
    Object.entries(tenant.providers).flatMap(([provider, { accounts }]) =>
      accounts.map(({ id, label }) => {
        const ref = { tenant: tenant.id, provider, id }
        return { ...ref, label, credential: stored.get(keyOf(ref)) }
      }),
    ),
  )
}

const path = ({ tenant, provider, id }: Account) => ({ path: { tenant, provider, account: id } })

type Task = 'test' | 'replace' | 'connect' | 'remove'

const Test = ({ account, onClose }: { readonly account: Account; readonly onClose: () => void }) => (
  <FormModal
    title={t.accounts.test}
    text={t.accounts.testText(keyOf(account))}
    submit={t.accounts.test}
    onClose={onClose}
    send={async () => {
      const { ok, status, reason, identity } = await unwrap(
        api.POST('/admin/tokens/{tenant}/{provider}/{account}/test', { params: path(account) }),
      )
      return (
        <p role="status">
          <Badge tone={ok ? 'good' : 'wrong'}>{ok ? t.accounts.works : String(status)}</Badge> {identity ?? reason}
        </p>
      )
    }}
  />
)

const Replace = ({ account, onClose }: { readonly account: Account; readonly onClose: () => void }) => (
  <FormModal
    title={t.accounts.replace}
    text={t.accounts.replaceText(keyOf(account))}
    submit={t.accounts.store}
    onClose={onClose}
    send={async (form) => {
      const access_token = textOf(form, 'access_token') ?? ''
      await unwrap(
        api.PUT('/admin/tokens/{tenant}/{provider}/{account}', { params: path(account), body: { access_token } }),
      )
    }}
  >
    <Field label={t.accounts.credential} help={t.accounts.credentialHelp}>
      {(field) => <input {...field} name="access_token" type="password" autoComplete="off" required />}
    </Field>
  </FormModal>
)

const Connect = ({ account, onClose }: { readonly account: Account; readonly onClose: () => void }) => (
  <FormModal
    title={t.accounts.connect}
    text={t.accounts.connectText(keyOf(account))}
    submit={t.accounts.makeLink}
    onClose={onClose}
    send={async () => {
      const { tenant, provider, id } = account
      const body = { tenant_id: tenant, provider, account_id: id }
      const made = await unwrap(api.POST('/admin/connect', { body }))
      return <Once label={t.accounts.linkOnce} value={made.url} />
    }}
  />
)

const Remove = ({ account, onClose }: { readonly account: Account; readonly onClose: () => void }) => (
  <FormModal
    title={t.accounts.remove}
    text={t.accounts.removeText(keyOf(account))}
    submit={t.accounts.remove}
    isDanger
    onClose={onClose}
    send={async () => {
      await unwrap(api.DELETE('/admin/tokens/{tenant}/{provider}/{account}', { params: path(account) }))
    }}
  />
)

const dialogs = { test: Test, replace: Replace, connect: Connect, remove: Remove }

const columnsFor = (mayChange: boolean, begin: (task: Task, account: Account) => void): readonly Column<Account>[] => [
  { title: t.audit.tenant, cell: ({ tenant }) => tenant, sort: ({ tenant }) => tenant },
  {
    title: t.call.account,
    cell: ({ provider, id, label }) => (
      <>
        {`${provider}/${id}`}
        {label !== id && <small>{label}</small>}
      </>
    ),
    sort: ({ provider, id }) => `${provider}/${id}`,
  },
  {
    title: t.accounts.state,
    cell: (account) => <Badge tone={tones[stateOf(account)]}>{t.accounts.states[stateOf(account)]}</Badge>,
    sort: stateOf,
  },
  { title: t.accounts.rejected, cell: ({ credential }) => <Time at={credential?.rejected_at} /> },
  {
    title: t.tokens.expires,
    cell: ({ credential }) => (credential?.expires_at ? <Time at={credential.expires_at} /> : t.none),
  },
  {
    title: '',
    cell: (account) => (
      <span className="row">
        {mayChange && account.credential && <Button onClick={() => begin('test', account)}>{t.accounts.test}</Button>}
        {mayChange && <Button onClick={() => begin('replace', account)}>{t.accounts.replace}</Button>}
        {mayChange && <Button onClick={() => begin('connect', account)}>{t.accounts.connect}</Button>}
        {mayChange && account.credential && (
          <Button isDanger onClick={() => begin('remove', account)}>
            {t.accounts.remove}
          </Button>
        )}
      </span>
    ),
  },
]

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
      accountsOf(tenants.data ?? [], credentials.data ?? []).filter(
        (account) =>
          (!search.tenant || account.tenant === search.tenant) &&
          (!search.provider || account.provider === search.provider) &&
          (!search.state || stateOf(account) === search.state),
      ),
    [tenants.data, credentials.data, search.tenant, search.provider, search.state],
  )
  const columns = useMemo(() => columnsFor(mayChange, (...begun) => setTask(begun)), [mayChange])
  const Dialog = task && dialogs[task[0]]
  return (
    <Page title={t.accounts.title} lead={t.accounts.lead}>
      <Bar>
        <TenantField value={search.tenant ?? ''} onChange={(tenant) => change({ tenant })} none={t.all} />
        <FilterField
          label={t.accounts.state}
          choices={t.accounts.states}
          value={search.state ?? ''}
          onChange={(state) => change({ state })}
        />
      </Bar>
      <Loaded query={tenants}>
        {() => (
          <Loaded query={credentials}>
            {() =>
              accounts.length === 0 ? (
                <Empty title={t.accounts.empty}>{t.accounts.emptyText}</Empty>
              ) : (
                <Table label={t.accounts.title} rows={accounts} columns={columns} rowKey={keyOf} />
              )
            }
          </Loaded>
        )}
      </Loaded>
      {task && Dialog && <Dialog account={task[1]} onClose={() => setTask(undefined)} />}
    </Page>
  )
}
