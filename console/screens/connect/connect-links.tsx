import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { FormModal } from '../../parts/form/form-modal.tsx'
import { findTenants } from '../../parts/form/pick/tenant-field.tsx'
import { Id } from '../../parts/id.tsx'
import { Badge, type Tone } from '../../parts/inline/badge.tsx'
import { ProviderMark } from '../../parts/inline/provider-mark.tsx'
import { Ban, Eye, Link2, Plug } from '../../parts/inline/shapes.ts'
import { TenantLink } from '../../parts/inline/tenant-link.tsx'
import { Time } from '../../parts/inline/time.tsx'
import { FilterBar, type FilterField } from '../../parts/list/filter-bar.tsx'
import { PagedTable } from '../../parts/list/paged-table.tsx'
import type { TableColumn } from '../../parts/list/table.tsx'
import type { MenuChoice } from '../../parts/over/menu.tsx'
import { announceDone } from '../../parts/over/toasts.tsx'
import { Empty, Loaded } from '../../parts/page/loaded.tsx'
import { Facts, ScreenPage, Section } from '../../parts/page/page.tsx'
import { type ApiQuery, type ApiSchemas, api, unwrap } from '../../state/gateway/api.ts'
import { useTenantNames } from '../../state/gateway/names.ts'
import { useMay } from '../../state/gateway/session.ts'
import { whileUsed } from '../../state/live.ts'
import { usePages } from '../../state/pages.ts'
import { type Search, useUrl } from '../../state/search.ts'
import { words } from '../../words.ts'
import { connectTexts as t } from './connect-texts.ts'

type ConnectLink = ApiSchemas['ConnectLink']
type Query = ApiQuery<'/admin/connect'>

const tones: Readonly<Record<ConnectLink['status'], Tone>> = {
  pending: 'plain',
  opened: 'warn',
  connected: 'good',
  failed: 'wrong',
  expired: 'plain',
  disconnected: 'plain',
}

const Status = ({ link: { status } }: { readonly link: ConnectLink }) => (
  <Badge tone={tones[status]}>{t.statuses[status]}</Badge>
)

const formatAccount = ({ provider, providers, account_id }: ConnectLink): string =>
  `${provider ?? providers.join(' or ')}/${account_id}`

const formatLink = (link: ConnectLink): string => `${link.tenant_id} ${formatAccount(link)}`

/** True if the link can still be used to connect an account. */
const isOpen = ({ status }: ConnectLink): boolean =>
  status !== 'connected' && status !== 'expired' && status !== 'disconnected'

const every2s = whileUsed(2000)
const every5s = whileUsed(5000)

const End = ({ link, onClose }: { readonly link: ConnectLink; readonly onClose: () => void }) => (
  <FormModal
    title={t.tasks.revoke}
    text={t.revokeText(formatLink(link))}
    submit={t.tasks.revoke}
    isDanger
    onClose={onClose}
    send={async () => {
      await unwrap(api.DELETE('/admin/connect/{connect_id}', { params: { path: { connect_id: link.connect_id } } }))
      announceDone(t.revoked)
    }}
  />
)

const columnsWith = (names: Readonly<Record<string, string>>): readonly TableColumn<ConnectLink>[] => [
  { title: words.outcome, card: 'state', cell: (link) => <Status link={link} /> },
  {
    title: t.forAccount,
    card: 'title',
    cell: (link) => (
      <span className="row line">
        {link.provider !== null && <ProviderMark id={link.provider} />}
        <Link to="/connect/$id" params={{ id: link.connect_id }}>
          {formatAccount(link)}
        </Link>
      </span>
    ),
  },
  { title: words.tenant, cell: ({ tenant_id }) => <TenantLink id={tenant_id} names={names} /> },
  { title: t.result, cell: ({ identity, reason }) => identity ?? reason ?? words.none },
  { title: words.created, width: 7, cell: ({ created_at }) => <Time at={created_at} /> },
  {
    title: words.expires,
    width: 7,
    isExtra: true,
    cell: (link) => (link.status === 'connected' ? words.none : <Time at={link.expires_at} />),
  },
]

const fields: readonly FilterField[] = [
  { name: 'status', title: words.status, values: t.statuses },
  { name: 'tenant', title: words.tenant, find: findTenants },
  { name: 'provider', title: words.provider },
]

const readQuery = ({ tenant, provider, status }: Search): Query => ({
  ...(tenant && { tenant }),
  ...(provider && { provider }),
  ...(status && { status: status as NonNullable<Query['status']> }),
})

/** The links, newest first. They are read again while the page is used: owners open them at any time. */
export const ConnectLinks = () => {
  const [search] = useUrl()
  const mayChange = useMay('operator')
  const [ended, setEnded] = useState<ConnectLink>()
  const query = readQuery(search)
  const pages = usePages<ConnectLink>(
    ['connect', 'list', query],
    async (page) => {
      const { links, next_cursor, total } = await unwrap(
        api.GET('/admin/connect', { params: { query: { ...query, ...page, total: true } } }),
      )
      return [links, next_cursor, total]
    },
    { refetchInterval: every5s },
  )
  const names = useTenantNames((pages.rows ?? []).map(({ tenant_id }) => tenant_id))
  const columns = useMemo(() => columnsWith(names), [names])
  const menu = (link: ConnectLink): readonly MenuChoice[] => [
    { title: t.tasks.show, icon: Eye, to: { to: `/connect/${link.connect_id}` } },
    { title: t.tasks.account, icon: Plug, to: { to: `/tenants/${link.tenant_id}/accounts` } },
    ...(mayChange && isOpen(link)
      ? [{ title: t.tasks.revoke, icon: Ban, isDanger: true, onChoose: () => setEnded(link) }]
      : []),
  ]
  return (
    <>
      <FilterBar label={t.find} fields={fields} />
      <PagedTable
        label={t.links}
        pages={pages}
        columns={columns}
        rowKey={({ connect_id }) => connect_id}
        rowName={formatLink}
        menu={menu}
        empty={
          Object.keys(query).length > 0 ? (
            <Empty title={t.noneFound} />
          ) : (
            <Empty icon={Link2} title={t.noLinks}>
              <p>{t.noLinksText}</p>
            </Empty>
          )
        }
      />
      {ended && <End link={ended} onClose={() => setEnded(undefined)} />}
    </>
  )
}

/** One link, followed. */
export const ConnectLinkScreen = () => {
  const { id } = useParams({ from: '/connect/$id' })
  const query = useQuery({
    queryKey: ['connect', id],
    queryFn: () => unwrap(api.GET('/admin/connect/{connect_id}', { params: { path: { connect_id: id } } })),
    refetchInterval: ({ state }) => (state.data && !isOpen(state.data) ? false : every2s()),
  })
  const link = query.data
  const names = useTenantNames(link ? [link.tenant_id] : [])
  return (
    <ScreenPage
      title={link ? formatAccount(link) : t.one}
      windowTitle={t.one}
      up={{ to: '/connect', title: words.screens.connect }}
      mark={link?.provider && <ProviderMark id={link.provider} isLarge />}
      state={link && <Status link={link} />}
      lead={<Id>{id}</Id>}
      isNarrow
    >
      <Loaded query={query}>
        {(found) => (
          <Section title={`${names[found.tenant_id] ?? found.tenant_id} ${formatAccount(found)}`}>
            <Facts
              facts={[
                [t.identity, found.identity],
                [words.reason, found.reason],
                [words.tenant, <TenantLink key="tenant" id={found.tenant_id} names={names} />],
                [words.created, <Time key="made" at={found.created_at} isExact />],
                [words.expires, <Time key="expires" at={found.expires_at} isExact />],
              ]}
            />
          </Section>
        )}
      </Loaded>
    </ScreenPage>
  )
}
