import { useState } from 'react'
import { FormModal } from '../../parts/form/form-modal.tsx'
import { Id } from '../../parts/id.tsx'
import { AppWindow, Trash2 } from '../../parts/inline/shapes.ts'
import { Time } from '../../parts/inline/time.tsx'
import { PagedTable } from '../../parts/list/paged-table.tsx'
import type { TableColumn } from '../../parts/list/table.tsx'
import { announceDone } from '../../parts/over/toasts.tsx'
import { Empty } from '../../parts/page/loaded.tsx'
import { ScreenPage } from '../../parts/page/page.tsx'
import { type ApiSchemas, api, unwrap } from '../../state/gateway/api.ts'
import { readPublicOrigin, useConfiguration } from '../../state/gateway/reads.ts'
import { useMay } from '../../state/gateway/session.ts'
import { usePages } from '../../state/pages.ts'
import { words } from '../../words.ts'
import { applicationsTexts as t } from './applications-texts.ts'

type Client = ApiSchemas['RegisteredClient']

const nameOf = ({ client_name, client_id }: Client): string => client_name ?? client_id

const columns: readonly TableColumn<Client>[] = [
  {
    title: t.name,
    card: 'title',
    cell: ({ client_name }) => client_name ?? <span className="quiet">{words.none}</span>,
  },
  { title: t.clientId, cell: ({ client_id }) => <Id>{client_id}</Id> },
  { title: t.knownBy, width: 11, isExtra: true, cell: ({ source }) => t.sources[source] },
  { title: t.redirects, isExtra: true, cell: ({ redirect_uris }) => redirect_uris.join(', ') },
  { title: words.lastUsed, width: 8, cell: ({ used_at }) => <Time at={used_at} /> },
]

/** The registered MCP clients. */
export const Applications = () => {
  const mayChange = useMay('operator')
  const [removed, setRemoved] = useState<Client>()
  const { data: settings } = useConfiguration()
  const pages = usePages<Client>(['clients'], async (page) => {
    const query = { ...page, total: true }
    const { clients, next_cursor, total } = await unwrap(api.GET('/admin/clients', { params: { query } }))
    return [clients, next_cursor, total]
  })
  return (
    <ScreenPage title={words.screens.applications} lead={t.lead}>
      <PagedTable
        label={words.screens.applications}
        pages={pages}
        columns={columns}
        rowKey={({ client_id }) => client_id}
        rowName={nameOf}
        {...(mayChange && {
          menu: (client: Client) => [
            { title: t.delete, icon: Trash2, isDanger: true, onChoose: () => setRemoved(client) },
          ],
        })}
        empty={
          <Empty icon={AppWindow} title={t.empty}>
            <p>{settings && t.emptyText(`${readPublicOrigin(settings)}/mcp`)}</p>
          </Empty>
        }
      />
      {removed && (
        <FormModal
          title={t.delete}
          text={t.deleteText(nameOf(removed))}
          submit={t.delete}
          isDanger
          onClose={() => setRemoved(undefined)}
          send={async () => {
            const path = { client_id: removed.client_id }
            await unwrap(api.DELETE('/admin/clients/{client_id}', { params: { path } }))
            announceDone(t.deleted(nameOf(removed)))
          }}
        />
      )}
    </ScreenPage>
  )
}
