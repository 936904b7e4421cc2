import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Button } from '../parts/button.tsx'
import { FormModal } from '../parts/form/form-modal.tsx'
import { TenantField } from '../parts/form/tenant-field.tsx'
import { Empty, Loaded } from '../parts/loaded.tsx'
import { Bar, ScreenPage, Section } from '../parts/page.tsx'
import { Id, Table, type TableColumn } from '../parts/table/table.tsx'
import { Time } from '../parts/time.tsx'
import { allPages } from '../state/all-pages.ts'
import { type ApiSchemas, api, unwrap } from '../state/api.ts'
import { useUrl } from '../state/search.ts'
import { useMay } from '../state/session.ts'
import { words } from '../words.ts'
import { applicationsTexts as t } from './applications-texts.ts'

type Grant = ApiSchemas['Grant']
type Client = ApiSchemas['Client']

const grantColumns = (mayChange: boolean, revoke: (grant: Grant) => void): readonly TableColumn<Grant>[] => [
  { title: t.name, cell: ({ client_name, client_id }) => client_name ?? <Id>{client_id}</Id> },
  { title: words.allow, cell: ({ scope }) => scope ?? words.everything },
  {
    title: t.grantedBy,
    cell: ({ issuer, subject }) => (issuer ? `${subject} (${issuer})` : t.byToken),
  },
  {
    title: words.lastUsed,
    cell: ({ last_used_at }) => <Time at={last_used_at} />,
    sort: ({ last_used_at }) => last_used_at,
  },
  { title: words.created, cell: ({ created_at }) => <Time at={created_at} />, sort: ({ created_at }) => created_at },
  {
    title: '',
    cell: (grant) =>
      mayChange && (
        <Button isDanger onClick={() => revoke(grant)}>
          {words.revoke}
        </Button>
      ),
  },
]

const clientColumns = (mayChange: boolean, remove: (client: Client) => void): readonly TableColumn<Client>[] => [
  {
    title: t.name,
    cell: ({ client_name }) => client_name ?? words.none,
    sort: ({ client_name }) => client_name ?? '',
  },
  { title: t.clientId, cell: ({ client_id }) => <Id>{client_id}</Id> },
  { title: t.knownBy, cell: ({ source }) => t.sources[source] },
  { title: t.redirects, cell: ({ redirect_uris }) => redirect_uris.join(', ') },
  { title: words.lastUsed, cell: ({ used_at }) => <Time at={used_at} />, sort: ({ used_at }) => used_at ?? '' },
  {
    title: '',
    cell: (client) =>
      mayChange && (
        <Button isDanger onClick={() => remove(client)}>
          {words.remove}
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
            <Empty title={t.noGrants} />
          ) : (
            <Table label={t.grants} rows={grants} columns={columns} rowKey={({ grant_id }) => grant_id} />
          )
        }
      </Loaded>
      {revoked && (
        <FormModal
          title={words.revoke}
          text={t.revokeText(revoked.client_name ?? revoked.client_id)}
          submit={words.revoke}
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
    <Section title={t.clients}>
      <Loaded query={query}>
        {(clients) =>
          clients.length === 0 ? (
            <Empty title={t.noClients} />
          ) : (
            <Table label={t.clients} rows={clients} columns={columns} rowKey={({ client_id }) => client_id} />
          )
        }
      </Loaded>
      {removed && (
        <FormModal
          title={words.remove}
          text={t.removeText(removed.client_name ?? removed.client_id)}
          submit={words.remove}
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
    <ScreenPage title={words.screens.applications} lead={t.lead}>
      <Section title={t.grants}>
        <Bar>
          <TenantField value={tenant} onChange={(chosen) => change({ tenant: chosen })} />
        </Bar>
        {tenant === '' ? <Empty title={t.choose} /> : <Grants tenant={tenant} />}
      </Section>
      <Clients />
    </ScreenPage>
  )
}
