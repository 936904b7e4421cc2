import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { type FormEvent, useMemo, useState } from 'react'
import { api, type Schemas, unwrap } from '../app/api.ts'
import { whileUsed } from '../app/live.ts'
import { useProviders } from '../app/reads.ts'
import { useUrl } from '../app/search.ts'
import { useMay } from '../app/session.ts'
import { Badge, type Tone } from '../parts/badge.tsx'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { FormModal, Once, textOf } from '../parts/form-modal.tsx'
import { Empty, Loaded, Problem } from '../parts/loaded.tsx'
import { Bar, Facts, Page, Section } from '../parts/page.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { TenantField } from '../parts/tenant-field.tsx'
import { Time } from '../parts/time.tsx'
import { t } from '../texts.ts'

type App = Schemas['App']

const appColumns = (mayOwn: boolean, remove: (app: App) => void): readonly Column<App>[] => [
  { title: t.call.provider, cell: ({ provider }) => provider, sort: ({ provider }) => provider },
  { title: t.audit.tenant, cell: ({ tenant }) => tenant ?? t.connect.everyTenant, sort: ({ tenant }) => tenant ?? '' },
  { title: t.connect.clientId, cell: ({ client_id }) => client_id },
  { title: t.connect.redirect, cell: ({ redirect_uri }) => redirect_uri },
  { title: t.tenants.changed, cell: ({ updated_at }) => <Time at={updated_at} /> },
  {
    title: '',
    cell: (app) =>
      mayOwn && (
        <Button isDanger onClick={() => remove(app)}>
          {t.connect.removeApp}
        </Button>
      ),
  },
]

const ProviderField = () => {
  const { data = [] } = useProviders()
  return (
    <Field label={t.call.provider}>
      {(field) => (
        <select {...field} name="provider" required>
          {data.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

const NewApp = ({ onClose }: { readonly onClose: () => void }) => {
  const [tenant, setTenant] = useState('')
  return (
    <FormModal
      title={t.connect.newApp}
      text={t.connect.newAppText}
      submit={t.connect.newApp}
      onClose={onClose}
      send={async (form) => {
        const provider = textOf(form, 'provider') ?? ''
        const body = {
          client_id: textOf(form, 'client_id') ?? '',
          client_secret: textOf(form, 'client_secret') ?? null,
        }
        await (tenant === ''
          ? unwrap(api.PUT('/admin/apps/{provider}', { params: { path: { provider } }, body }))
          : unwrap(api.PUT('/admin/apps/{provider}/{tenant}', { params: { path: { provider, tenant } }, body })))
      }}
    >
      <ProviderField />
      <TenantField value={tenant} onChange={setTenant} none={t.connect.everyTenant} />
      <Field label={t.connect.clientId}>
        {(field) => <input {...field} name="client_id" required autoComplete="off" />}
      </Field>
      <Field label={t.connect.clientSecret}>
        {(field) => <input {...field} name="client_secret" type="password" autoComplete="off" />}
      </Field>
    </FormModal>
  )
}

const RemoveApp = ({ app, onClose }: { readonly app: App; readonly onClose: () => void }) => (
  <FormModal
    title={t.connect.removeApp}
    text={t.connect.removeAppText(app.provider)}
    submit={t.connect.removeApp}
    isDanger
    onClose={onClose}
    send={async () => {
      const { provider, tenant } = app
      await (tenant === null
        ? unwrap(api.DELETE('/admin/apps/{provider}', { params: { path: { provider } } }))
        : unwrap(api.DELETE('/admin/apps/{provider}/{tenant}', { params: { path: { provider, tenant } } })))
    }}
  />
)

const Apps = () => {
  const mayOwn = useMay('owner')
  const [isNew, setNew] = useState(false)
  const [removed, setRemoved] = useState<App>()
  const columns = useMemo(() => appColumns(mayOwn, setRemoved), [mayOwn])
  const query = useQuery({ queryKey: ['apps'], queryFn: async () => (await unwrap(api.GET('/admin/apps'))).apps })
  return (
    <Section
      title={t.connect.apps}
      actions={mayOwn && <Button onClick={() => setNew(true)}>{t.connect.newApp}</Button>}
    >
      <Loaded query={query}>
        {(apps) =>
          apps.length === 0 ? (
            <Empty title={t.connect.noApps}>{t.connect.noAppsText}</Empty>
          ) : (
            <Table
              label={t.connect.apps}
              rows={apps}
              columns={columns}
              rowKey={({ provider, tenant }) => `${provider}/${tenant ?? ''}`}
            />
          )
        }
      </Loaded>
      {isNew && <NewApp onClose={() => setNew(false)} />}
      {removed && <RemoveApp app={removed} onClose={() => setRemoved(undefined)} />}
    </Section>
  )
}

const Make = () => {
  const [{ tenant = '' }, change] = useUrl()
  const navigate = useNavigate()
  const [made, setMade] = useState<Schemas['MadeConnectLink']>()
  const [error, setError] = useState<unknown>()
  const make = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const [provider = '', account_id = ''] = [textOf(form, 'provider'), textOf(form, 'account')]
    try {
      setMade(await unwrap(api.POST('/admin/connect', { body: { tenant_id: tenant, provider, account_id } })))
      setError(undefined)
    } catch (thrown) {
      setError(thrown)
    }
  }
  return (
    <Section title={t.connect.make}>
      {error !== undefined && <Problem error={error} />}
      <form onSubmit={make}>
        <Bar>
          <TenantField value={tenant} onChange={(chosen) => change({ tenant: chosen })} />
          <ProviderField />
          <Field label={t.call.account}>
            {(field) => <input {...field} name="account" required defaultValue="main" autoComplete="off" />}
          </Field>
          <Field label={' '}>
            {() => (
              <Button type="submit" isMain disabled={tenant === ''}>
                {t.accounts.makeLink}
              </Button>
            )}
          </Field>
        </Bar>
      </form>
      {made && (
        <>
          <Once label={t.accounts.linkOnce} value={made.url} />{' '}
          <Button onClick={() => navigate({ to: '/connect/$id', params: { id: made.connect_id } })}>
            {t.connect.watch}
          </Button>
        </>
      )}
    </Section>
  )
}

export const Connect = () => {
  const mayChange = useMay('operator')
  return (
    <Page title={t.connect.title} lead={t.connect.lead}>
      {mayChange && <Make />}
      <Apps />
    </Page>
  )
}

const tones: Readonly<Record<Schemas['ConnectLink']['status'], Tone>> = {
  pending: 'plain',
  opened: 'warn',
  connected: 'good',
  failed: 'wrong',
  expired: 'wrong',
}

const every2s = whileUsed(2000)

export const ConnectLinkScreen = () => {
  const { id } = useParams({ from: '/connect/$id' })
  const query = useQuery({
    queryKey: ['connect', id],
    queryFn: () => unwrap(api.GET('/admin/connect/{connect_id}', { params: { path: { connect_id: id } } })),
    refetchInterval: ({ state }) => (['connected', 'expired'].includes(state.data?.status ?? '') ? false : every2s()),
  })
  return (
    <Page title={t.connect.one} lead={id}>
      <Loaded query={query}>
        {(link) => (
          <Section title={`${link.tenant_id} ${link.provider}/${link.account_id}`}>
            <Facts
              facts={[
                [
                  t.call.status,
                  <Badge key="status" tone={tones[link.status]}>
                    {t.connect.statuses[link.status]}
                  </Badge>,
                ],
                [t.connect.identity, link.identity],
                [t.call.reason, link.reason],
                [t.tokens.made, <Time key="made" at={link.created_at} />],
                [t.tokens.expires, <Time key="expires" at={link.expires_at} />],
              ]}
            />
          </Section>
        )}
      </Loaded>
    </Page>
  )
}
