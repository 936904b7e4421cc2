import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { Badge, type Tone } from '../parts/badge.tsx'
import { Button } from '../parts/button.tsx'
import { FormModal } from '../parts/form-modal.tsx'
import { Empty, Loaded, More } from '../parts/loaded.tsx'
import { Bar, Facts, Page, Section } from '../parts/page.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { TenantField } from '../parts/tenant-field.tsx'
import { Time } from '../parts/time.tsx'
import { api, type Schemas, unwrap } from '../state/api.ts'
import { whileUsed } from '../state/live.ts'
import { useUrl } from '../state/search.ts'
import { useMay } from '../state/session.ts'
import { t } from '../texts.ts'

type ConnectLink = Schemas['ConnectLink']

const tones: Readonly<Record<ConnectLink['status'], Tone>> = {
  pending: 'plain',
  opened: 'warn',
  connected: 'good',
  failed: 'wrong',
  expired: 'wrong',
}

const Status = ({ link: { status } }: { readonly link: ConnectLink }) => (
  <Badge tone={tones[status]}>{t.connect.statuses[status]}</Badge>
)

const accountOf = ({ tenant_id, provider, account_id }: ConnectLink): string => `${tenant_id} ${provider}/${account_id}`

/** Whether a person may still connect an account by it. */
const isOpen = ({ status }: ConnectLink): boolean => status !== 'connected' && status !== 'expired'

const every2s = whileUsed(2000)
const every5s = whileUsed(5000)

const End = ({ link, onClose }: { readonly link: ConnectLink; readonly onClose: () => void }) => (
  <FormModal
    title={t.connect.end}
    text={t.connect.endText(accountOf(link))}
    submit={t.connect.end}
    isDanger
    onClose={onClose}
    send={async () => {
      await unwrap(api.DELETE('/admin/connect/{connect_id}', { params: { path: { connect_id: link.connect_id } } }))
    }}
  />
)

const columnsFor = (mayChange: boolean, end: (link: ConnectLink) => void): readonly Column<ConnectLink>[] => [
  {
    title: t.tokens.made,
    cell: ({ connect_id, created_at }) => (
      <Link to="/connect/$id" params={{ id: connect_id }}>
        <Time at={created_at} />
      </Link>
    ),
  },
  { title: t.connect.forAccount, cell: accountOf },
  { title: t.call.status, cell: (link) => <Status link={link} /> },
  { title: t.connect.became, cell: ({ identity, reason }) => identity ?? reason ?? t.none },
  { title: t.tokens.expires, cell: ({ expires_at }) => <Time at={expires_at} /> },
  {
    title: '',
    cell: (link) =>
      mayChange &&
      isOpen(link) && (
        <Button isDanger onClick={() => end(link)}>
          {t.connect.end}
        </Button>
      ),
  },
]

/** Links of the tenant that the URL names, or of all: it follows the open ones. */
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
    <Section title={t.connect.links}>
      {!mayChange && (
        <Bar>
          <TenantField value={tenant} onChange={(chosen) => change({ tenant: chosen })} none={t.all} />
        </Bar>
      )}
      <Loaded query={{ ...query, data: links }}>
        {(all) =>
          all.length === 0 ? (
            <Empty title={t.connect.noLinks}>{t.connect.noLinksText}</Empty>
          ) : (
            <>
              <Table label={t.connect.links} rows={all} columns={columns} rowKey={({ connect_id }) => connect_id} />
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
    <Page title={t.connect.one} lead={id}>
      <Loaded query={query}>
        {(link) => (
          <Section title={accountOf(link)}>
            <Facts
              facts={[
                [t.call.status, <Status key="status" link={link} />],
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
