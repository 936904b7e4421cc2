import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Button } from '../parts/button.tsx'
import { FormModal } from '../parts/form-modal.tsx'
import { Empty, Loaded } from '../parts/loaded.tsx'
import { Bar, Page, Section } from '../parts/page.tsx'
import { type Column, Id, Table } from '../parts/table.tsx'
import { TenantField } from '../parts/tenant-field.tsx'
import { Time } from '../parts/time.tsx'
import { allPages } from '../state/all-pages.ts'
import { api, type Schemas, unwrap } from '../state/api.ts'
import { useUrl } from '../state/search.ts'
import { useMay } from '../state/session.ts'
import { t } from '../texts.ts'

type Grant = Schemas['Grant']
type Client = Schemas['Client']

const grantColumns = (mayChange: boolean, revoke: (grant: Grant) => void): readonly Column<Grant>[] => [
  { title: t.applications.name, cell: ({ client_name, client_id }) => client_name ?? <Id>{client_id}</Id> },
  { title: t.applications.scope, cell: ({ scope }) => scope ?? t.tokens.everything },
  {
    title: t.applications.by,
    cell: ({ issuer, subject }) => (issuer ? `${subject} (${issuer})` : t.applications.byToken),
  },
  {
    title: t.tokens.used,
    cell: ({ last_used_at }) => <Time at={last_used_at} />,
    sort: ({ last_used_at }) => last_used_at,
  },
  { title: t.tokens.made, cell: ({ created_at }) => <Time at={created_at} />, sort: ({ created_at }) => created_at },
  {
    title: '',
    cell: (grant) =>
      mayChange && (
        <Button isDanger onClick={() => revoke(grant)}>
          {t.applications.revoke}
        </Button>
      ),
  },
]

const clientColumns = (mayChange: boolean, remove: (client: Client) => void): readonly Column<Client>[] => [
  {
    title: t.applications.name,
    cell: ({ client_name }) => client_name ?? t.none,
    sort: ({ client_name }) => client_name ?? '',
  },
  { title: t.applications.id, cell: ({ client_id }) => <Id>{client_id}</Id> },
  { title: t.applications.from, cell: ({ source }) => t.applications.sources[source] },
  { title: t.applications.redirects, cell: ({ redirect_uris }) => redirect_uris.join(', ') },
  { title: t.tokens.used, cell: ({ used_at }) => <Time at={used_at} />, sort: ({ used_at }) => used_at ?? '' },
  {
    title: '',
    cell: (client) =>
      mayChange && (
        <Button isDanger onClick={() => remove(client)}>
          {t.applications.remove}
        </Button>
      ),
  },
]

const Grants = ({ tenant }: { readonly tenant: string }) => {
  const mayChange = useMay('operator')
  const [revoked, setRevoked] = useState<Grant>()
  const columns = useMemo(() => grantColumns(mayChange, setRevoked), [mayChange])
  const query = useQuery({
    queryKey: ['grants', tenant],
    queryFn: () =>
      allPages(async (query) => {
        const page = { params: { path: { tenant }, query } }
        const { grants, next_cursor } = await unwrap(api.GET('/admin/grants/{tenant}', page))
        return [grants, next_cursor]
      }),
  })
  return (
    <>
      <Loaded query={query}>
        {(grants) =>
          grants.length === 0 ? (
            <Empty title={t.applications.noGrants} />
          ) : (
            <Table label={t.applications.grants} rows={grants} columns={columns} rowKey={({ grant_id }) => grant_id} />
          )
        }
      </Loaded>
      {revoked && (
        <FormModal
          title={t.applications.revoke}
          text={t.applications.revokeText(revoked.client_name ?? revoked.client_id)}
          submit={t.applications.revoke}
          isDanger
          onClose={() => setRevoked(undefined)}
          send={async () => {
            const path = { tenant, grant_id: revoked.grant_id }
            await unwrap(api.DELETE('/admin/grants/{tenant}/{grant_id}', { params: { path } }))
          }}
        />
      )}
    </>
  )
}

const Clients = () => {
  const mayChange = useMay('operator')
  const [removed, setRemoved] = useState<Client>()
  const columns = useMemo(() => clientColumns(mayChange, setRemoved), [mayChange])
  const query = useQuery({
    queryKey: ['clients'],
    queryFn: () =>
      allPages(async (query) => {
        const { clients, next_cursor } = await unwrap(api.GET('/admin/clients', { params: { query } }))
        return [clients, next_cursor]
      }),
  })
  return (
    <Section title={t.applications.clients}>
      <Loaded query={query}>
        {(clients) =>
          clients.length === 0 ? (
            <Empty title={t.applications.noClients} />
          ) : (
            <Table
              label={t.applications.clients}
              rows={clients}
              columns={columns}
              rowKey={({ client_id }) => client_id}
            />
          )
        }
      </Loaded>
      {removed && (
        <FormModal
          title={t.applications.remove}
          text={t.applications.removeText(removed.client_name ?? removed.client_id)}
          submit={t.applications.remove}
          isDanger
          onClose={() => setRemoved(undefined)}
          send={async () => {
            const path = { client_id: removed.client_id }
            await unwrap(api.DELETE('/admin/clients/{client_id}', { params: { path } }))
          }}
        />
      )}
    </Section>
  )
}

export const Applications = () => {
  const [{ tenant = '' }, change] = useUrl()
  return (
    <Page title={t.applications.title} lead={t.applications.lead}>
      <Section title={t.applications.grants}>
        <Bar>
          <TenantField value={tenant} onChange={(chosen) => change({ tenant: chosen })} />
        </Bar>
        {tenant === '' ? <Empty title={t.applications.choose} /> : <Grants tenant={tenant} />}
      </Section>
      <Clients />
    </Page>
  )
}
