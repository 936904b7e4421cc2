import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormModal } from '../../parts/form/form-modal.tsx'
import { Id } from '../../parts/id.tsx'
import { AppWindow, Ban } from '../../parts/inline/shapes.ts'
import { Time } from '../../parts/inline/time.tsx'
import { Table, type TableColumn } from '../../parts/list/table.tsx'
import { announceDone } from '../../parts/over/toasts.tsx'
import { Empty, Loaded } from '../../parts/page/loaded.tsx'
import { Section } from '../../parts/page/page.tsx'
import { type ApiSchemas, api, unwrap } from '../../state/gateway/api.ts'
import { useMay } from '../../state/gateway/session.ts'
import { words } from '../../words.ts'
import { accessTexts as t } from './access-texts.ts'

type Grant = ApiSchemas['Grant']

const nameOf = ({ client_name, client_id }: Grant): string => client_name ?? client_id

const columns: readonly TableColumn<Grant>[] = [
  {
    title: t.application,
    card: 'title',
    cell: (grant) => grant.client_name ?? <Id>{grant.client_id}</Id>,
  },
  { title: words.allow, cell: ({ scope }) => (scope === null ? words.everything : <code>{scope}</code>) },
  {
    title: t.grantedBy,
    isExtra: true,
    cell: ({ issuer, subject }) => (issuer ? `${subject} (${issuer})` : t.byToken),
  },
  {
    title: words.lastUsed,
    width: 8,
    cell: ({ last_used_at }) => <Time at={last_used_at} />,
    sort: ({ last_used_at }) => last_used_at,
  },
  {
    title: words.created,
    width: 8,
    isExtra: true,
    cell: ({ created_at }) => <Time at={created_at} />,
    sort: ({ created_at }) => created_at,
  },
]

/** More than a page of them is rare: a tenant's users let in few applications. */
const most = 50

export const GrantsSection = ({ tenant }: { readonly tenant: string }) => {
  const mayChange = useMay('operator')
  const [revoked, setRevoked] = useState<Grant>()
  const query = useQuery({
    queryKey: ['grants', tenant],
    queryFn: async () => {
      const page = { params: { path: { tenant }, query: { limit: most } } }
      return (await unwrap(api.GET('/admin/grants/{tenant}', page))).grants
    },
  })
  return (
    <Section title={t.grants} lead={t.grantsLead} isFlush={(query.data?.length ?? 0) > 0}>
      <Loaded query={query}>
        {(grants) =>
          grants.length === 0 ? (
            <Empty icon={AppWindow} title={t.noGrants} />
          ) : (
            <Table
              label={t.grants}
              rows={grants}
              columns={columns}
              rowKey={({ grant_id }) => grant_id}
              rowName={nameOf}
              menu={
                mayChange
                  ? (grant) => [{ title: words.revoke, icon: Ban, isDanger: true, onChoose: () => setRevoked(grant) }]
                  : undefined
              }
            />
          )
        }
      </Loaded>
      {revoked && (
        <FormModal
          title={words.revoke}
          text={t.revokeText(nameOf(revoked))}
          submit={words.revoke}
          isDanger
          onClose={() => setRevoked(undefined)}
          send={async () => {
            const path = { tenant, grant_id: revoked.grant_id }
            await unwrap(api.DELETE('/admin/grants/{tenant}/{grant_id}', { params: { path } }))
            announceDone(t.revoked(nameOf(revoked)))
          }}
        />
      )}
    </Section>
  )
}
