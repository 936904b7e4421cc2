import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { api, type Schemas, unwrap } from '../app/api.ts'
import { useTenants } from '../app/reads.ts'
import { useUrl } from '../app/search.ts'
import { useMay } from '../app/session.ts'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { FormModal, numberOf, Once, textOf } from '../parts/form-modal.tsx'
import { Empty, Loaded } from '../parts/loaded.tsx'
import { Bar, Page } from '../parts/page.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { TenantField } from '../parts/tenant-field.tsx'
import { Time } from '../parts/time.tsx'
import { t } from '../texts.ts'

type Token = Schemas['TenantToken']

/** The patterns that a tenant's token may have: what it may read and write, and each action. */
const usePatterns = (tenant: string): readonly string[] => {
  const { data = [] } = useTenants()
  const ids = Object.keys(data.find(({ id }) => id === tenant)?.providers ?? {})
  const answers = useQueries({
    queries: ids.map((provider) => ({
      queryKey: ['provider', provider],
      queryFn: () => unwrap(api.GET('/admin/providers/{provider}', { params: { path: { provider } } })),
      staleTime: 600_000,
    })),
  })
  const known = answers.flatMap((one) => (one.data ? [one.data] : []))
  return known.flatMap(({ id, actions }) => [
    `${id}:read`,
    `${id}:write`,
    ...actions.map(({ name }) => `${id}:${name}`),
  ])
}

const PatternField = ({ tenant }: { readonly tenant: string }) => {
  const patterns = usePatterns(tenant)
  return (
    <Field label={t.tokens.allow} help={t.tokens.allowHelp}>
      {(field) => (
        <select {...field} name="allow" multiple size={Math.min(8, Math.max(3, patterns.length))}>
          {patterns.map((pattern) => (
            <option key={pattern}>{pattern}</option>
          ))}
        </select>
      )}
    </Field>
  )
}

const Mint = ({ tenant, onClose }: { readonly tenant: string; readonly onClose: () => void }) => (
  <FormModal
    title={t.tokens.mint}
    text={t.tokens.mintText(tenant)}
    submit={t.tokens.mint}
    onClose={onClose}
    send={async (form) => {
      const allow = form.getAll('allow').map(String)
      const days = numberOf(form, 'days')
      const made = await unwrap(
        api.POST('/admin/auth', {
          body: {
            tenant_id: tenant,
            label: textOf(form, 'label') ?? null,
            calls_per_minute: numberOf(form, 'calls_per_minute') ?? null,
            expires_at: days === undefined ? null : Math.floor(Date.now() / 1000) + days * 86_400,
            allow: allow.length > 0 ? allow : null,
          },
        }),
      )
      return <Once label={t.tokens.once} value={made.token ?? ''} />
    }}
  >
    <Field label={t.tokens.label} help={t.tokens.labelHelp}>
      {(field) => <input {...field} name="label" maxLength={100} autoComplete="off" />}
    </Field>
    <PatternField tenant={tenant} />
    <Field label={t.tokens.days}>{(field) => <input {...field} name="days" type="number" min={1} />}</Field>
    <Field label={t.tokens.limit}>
      {(field) => <input {...field} name="calls_per_minute" type="number" min={1} />}
    </Field>
  </FormModal>
)

const Revoke = ({ token, onClose }: { readonly token: Token; readonly onClose: () => void }) => (
  <FormModal
    title={t.tokens.revoke}
    text={t.tokens.revokeText(token.label ?? token.token_id)}
    submit={t.tokens.revoke}
    isDanger
    onClose={onClose}
    send={async () => {
      const { tenant_id: tenant, token_id } = token
      await unwrap(api.DELETE('/admin/auth/{tenant}/{token_id}', { params: { path: { tenant, token_id } } }))
    }}
  />
)

const columnsFor = (mayChange: boolean, revoke: (token: Token) => void): readonly Column<Token>[] => [
  { title: t.tokens.label, cell: ({ label }) => label ?? t.none, sort: ({ label }) => label ?? '' },
  { title: t.tokens.id, cell: ({ token_id }) => token_id },
  { title: t.tokens.allow, cell: ({ allow }) => allow?.join(', ') ?? t.tokens.everything },
  { title: t.tokens.deny, cell: ({ deny }) => deny?.join(', ') ?? t.none },
  {
    title: t.tokens.used,
    cell: ({ last_used_at }) => <Time at={last_used_at} />,
    sort: ({ last_used_at }) => last_used_at ?? '',
  },
  { title: t.tokens.made, cell: ({ created_at }) => <Time at={created_at} />, sort: ({ created_at }) => created_at },
  { title: t.tokens.expires, cell: ({ expires_at }) => <Time at={expires_at} /> },
  {
    title: '',
    cell: (token) =>
      mayChange && (
        <Button isDanger onClick={() => revoke(token)}>
          {t.tokens.revoke}
        </Button>
      ),
  },
]

const List = ({ tenant }: { readonly tenant: string }) => {
  const mayChange = useMay('operator')
  const [revoked, setRevoked] = useState<Token>()
  const columns = useMemo(() => columnsFor(mayChange, setRevoked), [mayChange])
  const query = useQuery({
    queryKey: ['tokens', tenant],
    queryFn: async () => (await unwrap(api.GET('/admin/auth/{tenant}', { params: { path: { tenant } } }))).tokens,
  })
  return (
    <>
      <Loaded query={query}>
        {(tokens) =>
          tokens.length === 0 ? (
            <Empty title={t.tokens.empty}>{t.tokens.emptyText}</Empty>
          ) : (
            <Table label={t.tokens.title} rows={tokens} columns={columns} rowKey={({ token_id }) => token_id} />
          )
        }
      </Loaded>
      {revoked && <Revoke token={revoked} onClose={() => setRevoked(undefined)} />}
    </>
  )
}

export const Tokens = () => {
  const [{ tenant = '' }, change] = useUrl()
  const mayChange = useMay('operator')
  const [isMinting, setMinting] = useState(false)
  return (
    <Page
      title={t.tokens.title}
      lead={t.tokens.lead}
      actions={
        mayChange &&
        tenant !== '' && (
          <Button isMain onClick={() => setMinting(true)}>
            {t.tokens.mint}
          </Button>
        )
      }
    >
      <Bar>
        <TenantField value={tenant} onChange={(chosen) => change({ tenant: chosen })} />
      </Bar>
      {tenant === '' ? <Empty title={t.tokens.choose} /> : <List tenant={tenant} />}
      {isMinting && <Mint tenant={tenant} onClose={() => setMinting(false)} />}
    </Page>
  )
}
