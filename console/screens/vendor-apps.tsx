import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { FormModal, textOf } from '../parts/form-modal.tsx'
import { Empty, Loaded } from '../parts/loaded.tsx'
import { Section } from '../parts/page.tsx'
import { ProviderField } from '../parts/provider-field.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { TenantField } from '../parts/tenant-field.tsx'
import { Time } from '../parts/time.tsx'
import { api, type Schemas, unwrap } from '../state/api.ts'
import { useMay } from '../state/session.ts'
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

/** The OAuth applications of the operator, at the vendors. */
export const VendorApps = () => {
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
