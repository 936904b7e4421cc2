import { useQuery } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { LabelledField } from '../../parts/form/field.tsx'
import { FormModal, readTextField } from '../../parts/form/form-modal.tsx'
import { ProviderField } from '../../parts/form/pick/provider-field.tsx'
import { TenantField } from '../../parts/form/pick/tenant-field.tsx'
import { Id } from '../../parts/id.tsx'
import { ProviderMark } from '../../parts/inline/provider-mark.tsx'
import { Time } from '../../parts/inline/time.tsx'
import { Table, type TableColumn } from '../../parts/list/table.tsx'
import { Empty, Loaded } from '../../parts/page/loaded.tsx'
import { Section } from '../../parts/page/page.tsx'
import { type ApiSchemas, api, unwrap } from '../../state/gateway/api.ts'
import { useMay } from '../../state/gateway/session.ts'
import { useUrl } from '../../state/search.ts'
import { words } from '../../words.ts'
import { connectTexts as t } from './connect-texts.ts'

type App = ApiSchemas['App']

const columns: readonly TableColumn<App>[] = [
  {
    title: words.provider,
    card: 'title',
    cell: ({ provider }) => (
      <span className="row line">
        <ProviderMark id={provider} />
        <span>{provider}</span>
      </span>
    ),
    sort: ({ provider }) => provider,
  },
  {
    title: words.tenant,
    cell: ({ tenant }) => tenant ?? <span className="quiet">{t.everyTenant}</span>,
    sort: ({ tenant }) => tenant ?? '',
  },
  { title: t.clientId, cell: ({ client_id }) => <Id>{client_id}</Id> },
  { title: t.redirect, share: 2, isExtra: true, cell: ({ redirect_uri }) => <Id>{redirect_uri}</Id> },
  { title: words.changed, width: 7, cell: ({ updated_at }) => <Time at={updated_at} /> },
]

interface NewAppProps {
  readonly provider: string
  readonly onClose: () => void
}

const NewApp = ({ provider: given, onClose }: NewAppProps) => {
  const [tenant, setTenant] = useState('')
  const [provider, setProvider] = useState(given)
  return (
    <FormModal
      title={t.storeApp}
      text={t.storeAppText}
      submit={t.storeApp}
      onClose={onClose}
      send={async (form) => {
        const body = {
          client_id: readTextField(form, 'client_id') ?? '',
          client_secret: readTextField(form, 'client_secret') ?? null,
        }
        await (tenant === ''
          ? unwrap(api.PUT('/admin/apps/{provider}', { params: { path: { provider } }, body }))
          : unwrap(api.PUT('/admin/apps/{provider}/{tenant}', { params: { path: { provider, tenant } }, body })))
      }}
    >
      <ProviderField value={provider} onChange={setProvider} />
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
    title={t.deleteApp}
    text={t.deleteAppText(app.provider)}
    submit={t.deleteApp}
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
  const [removed, setRemoved] = useState<App>()
  const query = useQuery({ queryKey: ['apps'], queryFn: async () => (await unwrap(api.GET('/admin/apps'))).apps })
  return (
    <Section
      title={t.apps}
      lead={t.appsLead}
      isFlush={(query.data?.length ?? 0) > 0}
      actions={
        mayOwn && (
          <Button icon={Plus} onClick={() => change({ app: 'new' })}>
            {t.storeApp}
          </Button>
        )
      }
    >
      <Loaded query={query}>
        {(apps) =>
          apps.length === 0 ? (
            <Empty title={t.noApps}>
              <p>{t.noAppsText}</p>
            </Empty>
          ) : (
            <Table
              label={t.apps}
              rows={apps}
              columns={columns}
              rowKey={({ provider, tenant }) => `${provider}/${tenant ?? ''}`}
              menu={
                mayOwn
                  ? (one) => [{ title: t.deleteApp, icon: Trash2, isDanger: true, onChoose: () => setRemoved(one) }]
                  : undefined
              }
            />
          )
        }
      </Loaded>
      {app !== undefined && mayOwn && (
        <NewApp provider={app === 'new' ? '' : app} onClose={() => change({ app: undefined })} />
      )}
      {removed && <RemoveApp app={removed} onClose={() => setRemoved(undefined)} />}
    </Section>
  )
}
