import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { FormModal } from '../../parts/form/form-modal.tsx'
import { Id } from '../../parts/id.tsx'
import { ProviderMark } from '../../parts/inline/provider-mark.tsx'
import { Pencil, Plus, Trash2 } from '../../parts/inline/shapes.ts'
import { Time } from '../../parts/inline/time.tsx'
import { Table, type TableColumn } from '../../parts/list/table.tsx'
import { Empty, Loaded } from '../../parts/page/loaded.tsx'
import { Section } from '../../parts/page/page.tsx'
import { type ApiSchemas, api, unwrap } from '../../state/gateway/api.ts'
import { readPublicOrigin, useConfiguration } from '../../state/gateway/reads.ts'
import { useMay } from '../../state/gateway/session.ts'
import { useUrl } from '../../state/search.ts'
import { words } from '../../words.ts'
import { connectTexts as t } from './connect-texts.ts'
import { VendorAppForm } from './vendor-app-form.tsx'

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
  { title: t.redirect, isExtra: true, cell: ({ redirect_uri }) => <Id>{redirect_uri}</Id> },
  { title: t.secretEnds, width: 8, isExtra: true, cell: ({ secret_expires_at }) => <Time at={secret_expires_at} /> },
  { title: words.changed, width: 7, cell: ({ updated_at }) => <Time at={updated_at} /> },
]

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
  const [changed, setChanged] = useState<App>()
  const { data: settings } = useConfiguration()
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
              <p>{settings && t.noAppsText(`${readPublicOrigin(settings)}/connect/callback/`)}</p>
            </Empty>
          ) : (
            <Table
              label={t.apps}
              rows={apps}
              columns={columns}
              rowKey={({ provider, tenant }) => `${provider}/${tenant ?? ''}`}
              menu={
                mayOwn
                  ? (one) => [
                      { title: t.changeApp, icon: Pencil, onChoose: () => setChanged(one) },
                      { title: t.deleteApp, icon: Trash2, isDanger: true, onChoose: () => setRemoved(one) },
                    ]
                  : undefined
              }
            />
          )
        }
      </Loaded>
      {app !== undefined && mayOwn && query.data && (
        <VendorAppForm given={app === 'new' ? '' : app} apps={query.data} onClose={() => change({ app: undefined })} />
      )}
      {changed && query.data && (
        <VendorAppForm given={changed} apps={query.data} onClose={() => setChanged(undefined)} />
      )}
      {removed && <RemoveApp app={removed} onClose={() => setRemoved(undefined)} />}
    </Section>
  )
}
