import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { Badge, type Tone } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { FormModal } from '../../parts/form/form-modal.tsx'
import { TenantField } from '../../parts/form/tenant-field.tsx'
import { Empty, Loaded, More } from '../../parts/loaded.tsx'
import { Bar, Facts, ScreenPage, Section } from '../../parts/page.tsx'
import { Table, type TableColumn } from '../../parts/table/table.tsx'
import { Time } from '../../parts/time.tsx'
import { type ApiSchemas, api, unwrap } from '../../state/api.ts'
import { whileUsed } from '../../state/live.ts'
import { useUrl } from '../../state/search.ts'
import { useMay } from '../../state/session.ts'
import { words } from '../../words.ts'
import { connectTexts as t } from './connect-texts.ts'

type ConnectLink = ApiSchemas['ConnectLink']

const tones: Readonly<Record<ConnectLink['status'], Tone>> = {
  pending: 'plain',
  opened: 'warn',
  connected: 'good',
  failed: 'wrong',
  expired: 'wrong',
}

const Status = ({ link: { status } }: { readonly link: ConnectLink }) => (
  <Badge tone={tones[status]}>{t.statuses[status]}</Badge>
)

const formatAccount = ({ tenant_id, provider, account_id }: ConnectLink): string =>
  `${tenant_id} ${provider}/${account_id}`

/** Whether the link can still be used to connect an account. */
const isOpen = ({ status }: ConnectLink): boolean => status !== 'connected' && status !== 'expired'

const every2s = whileUsed(2000)
const every5s = whileUsed(5000)

const End = ({ link, onClose }: { readonly link: ConnectLink; readonly onClose: () => void }) => (
  <FormModal
    title={t.revokeLink}
    text={t.revokeLinkText(formatAccount(link))}
    submit={t.revokeLink}
    isDanger
    onClose={onClose}
    send={async () => {
      await unwrap(api.DELETE('/admin/connect/{connect_id}', { params: { path: { connect_id: link.connect_id } } }))
    }}
  />
)

const columnsFor = (mayChange: boolean, end: (link: ConnectLink) => void): readonly TableColumn<ConnectLink>[] => [
  {
    title: words.created,
    cell: ({ connect_id, created_at }) => (
      <Link to="/connect/$id" params={{ id: connect_id }}>
        <Time at={created_at} />
      </Link>
    ),
  },
  { title: t.forAccount, cell: formatAccount },
  { title: words.outcome, cell: (link) => <Status link={link} /> },
  { title: t.result, cell: ({ identity, reason }) => identity ?? reason ?? words.none },
  { title: words.expires, cell: ({ expires_at }) => <Time at={expires_at} /> },
  {
    title: '',
    cell: (link) =>
      mayChange &&
      isOpen(link) && (
        <Button isDanger onClick={() => end(link)}>
          {t.revokeLink}
        </Button>
      ),
  },
]

/** The links of the tenant in the URL, or of all tenants. The state of open links is refreshed. */
export const ConnectLinks = () => {
  const [{ tenant = '' }, change] = useUrl()
  const mayChange = useMay('operator')
  const [ended, setEnded] = useState<ConnectLink>()
  const columns = useMemo(() => columnsFor(mayChange, setEnded), [mayChange])
  const query = useInfiniteQuery({
    queryKey: ['connect', 'list', tenant],
    queryFn: ({ pageParam }) => {
      const page = { ...(tenant && { tenant }), ...(pageParam && { cursor: pageParam }), limit: 50 }
      return unwrap(api.GET('/admin/connect', { params: { query: page } }))
    },
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    refetchInterval: ({ state }) => (state.data?.pages.some(({ links }) => links.some(isOpen)) ? every5s() : false),
  })
  const links = useMemo(() => query.data?.pages.flatMap((page) => page.links), [query.data])
  return (
    <Section title={t.links}>
      {!mayChange && (
        <Bar>
          <TenantField value={tenant} onChange={(chosen) => change({ tenant: chosen })} none={words.all} />
        </Bar>
      )}
      <Loaded query={{ ...query, data: links }}>
        {(all) =>
          all.length === 0 ? (
            <Empty title={t.noLinks}>{t.noLinksText}</Empty>
          ) : (
            <>
              <Table label={t.links} rows={all} columns={columns} rowKey={({ connect_id }) => connect_id} />
              <More query={query} />
            </>
          )
        }
      </Loaded>
      {ended && <End link={ended} onClose={() => setEnded(undefined)} />}
    </Section>
  )
}

export const ConnectLinkScreen = () => {
  const { id } = useParams({ from: '/connect/$id' })
  const query = useQuery({
    queryKey: ['connect', id],
    queryFn: () => unwrap(api.GET('/admin/connect/{connect_id}', { params: { path: { connect_id: id } } })),
    refetchInterval: ({ state }) => (state.data && !isOpen(state.data) ? false : every2s()),
  })
  return (
    <ScreenPage title={t.one} lead={id}>
      <Loaded query={query}>
        {(link) => (
          <Section title={formatAccount(link)}>
            <Facts
              facts={[
                [words.outcome, <Status key="status" link={link} />],
                [t.identity, link.identity],
                [words.reason, link.reason],
                [words.created, <Time key="made" at={link.created_at} />],
                [words.expires, <Time key="expires" at={link.expires_at} />],
              ]}
            />
          </Section>
        )}
      </Loaded>
    </ScreenPage>
  )
}
