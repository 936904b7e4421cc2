import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { LabelledField } from '../../parts/form/field.tsx'
import { FormModal, readTextField } from '../../parts/form/form-modal.tsx'
import { ProviderField } from '../../parts/form/provider-field.tsx'
import { TenantField } from '../../parts/form/tenant-field.tsx'
import { Empty, Loaded } from '../../parts/loaded.tsx'
import { Section } from '../../parts/page.tsx'
import { Table, type TableColumn } from '../../parts/table/table.tsx'
import { Time } from '../../parts/time.tsx'
import { type ApiSchemas, api, unwrap } from '../../state/api.ts'
import { useUrl } from '../../state/search.ts'
import { useMay } from '../../state/session.ts'
import { words } from '../../words.ts'
import { connectTexts as t } from './connect-texts.ts'

type App = ApiSchemas['App']

const appColumns = (mayOwn: boolean, remove: (app: App) => void): readonly TableColumn<App>[] => [
  { title: words.provider, cell: ({ provider }) => provider, sort: ({ provider }) => provider },
  { title: words.tenant, cell: ({ tenant }) => tenant ?? t.everyTenant, sort: ({ tenant }) => tenant ?? '' },
  { title: t.clientId, cell: ({ client_id }) => client_id },
  { title: t.redirect, cell: ({ redirect_uri }) => redirect_uri },
  { title: words.changed, cell: ({ updated_at }) => <Time at={updated_at} /> },
  {
    title: '',
    cell: (app) =>
      mayOwn && (
        <Button isDanger onClick={() => remove(app)}>
          {words.remove}
        </Button>
      ),
  },
]

interface NewAppProps {
  readonly provider: string | undefined
  readonly onClose: () => void
}

const NewApp = ({ provider, onClose }: NewAppProps) => {
  const [tenant, setTenant] = useState('')
  return (
    <FormModal
      title={t.storeApp}
      text={t.storeAppText}
      submit={t.storeApp}
      onClose={onClose}
      send={async (form) => {
        const provider = readTextField(form, 'provider') ?? ''
        const body = {
          client_id: readTextField(form, 'client_id') ?? '',
          client_secret: readTextField(form, 'client_secret') ?? null,
        }
        await (tenant === ''
          ? unwrap(api.PUT('/admin/apps/{provider}', { params: { path: { provider } }, body }))
          : unwrap(api.PUT('/admin/apps/{provider}/{tenant}', { params: { path: { provider, tenant } }, body })))
      }}
    >
      <ProviderField chosen={provider} />
      <TenantField value={tenant} onChange={setTenant} none={t.everyTenant} />
      <LabelledField label={t.clientId}>
        {(field) => <input {...field} name="client_id" required autoComplete="off" />}
      </LabelledField>
      <LabelledField label={t.clientSecret}>
        {(field) => <input {...field} name="client_secret" type="password" autoComplete="off" />}
      </LabelledField>
    </FormModal>
  )
}

const RemoveApp = ({ app, onClose }: { readonly app: App; readonly onClose: () => void }) => (
  <FormModal
    title={words.remove}
    text={t.removeAppText(app.provider)}
    submit={words.remove}
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
  const [{ app }, change] = useUrl()
  const [isNew, setNew] = useState(false)
  const [removed, setRemoved] = useState<App>()
  const columns = useMemo(() => appColumns(mayOwn, setRemoved), [mayOwn])
  const query = useQuery({ queryKey: ['apps'], queryFn: async () => (await unwrap(api.GET('/admin/apps'))).apps })
  return (
    <Section title={t.apps} actions={mayOwn && <Button onClick={() => setNew(true)}>{t.storeApp}</Button>}>
      <Loaded query={query}>
        {(apps) =>
          apps.length === 0 ? (
            <Empty title={t.noApps}>{t.noAppsText}</Empty>
          ) : (
            <Table
              label={t.apps}
              rows={apps}
              columns={columns}
              rowKey={({ provider, tenant }) => `${provider}/${tenant ?? ''}`}
            />
          )
        }
      </Loaded>
      {(isNew || app !== undefined) && mayOwn && (
        <NewApp
          provider={app}
          onClose={() => {
            setNew(false)
            change({ app: undefined })
          }}
        />
      )}
      {removed && <RemoveApp app={removed} onClose={() => setRemoved(undefined)} />}
    </Section>
  )
}
