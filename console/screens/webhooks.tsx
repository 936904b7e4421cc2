import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Badge } from '../parts/badge.tsx'
import { Button } from '../parts/button.tsx'
import { FilterField } from '../parts/filter-field.tsx'
import { FormModal } from '../parts/form-modal.tsx'
import { Empty, Loaded, More } from '../parts/loaded.tsx'
import { count } from '../parts/numbers.ts'
import { Bar, Page } from '../parts/page.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { api, type Schemas, unwrap } from '../state/api.ts'
import { whileUsed } from '../state/live.ts'
import { useUrl } from '../state/search.ts'
import { useMay } from '../state/session.ts'
import { t } from '../texts.ts'

type Event = Schemas['WebhookEvent']
type Task = 'test' | 'retry' | 'remove'

const columnsFor = (mayChange: boolean, begin: (task: Task, event: Event) => void): readonly Column<Event>[] => [
  { title: t.tokens.made, cell: ({ created_at }) => <Time at={created_at} /> },
  { title: t.webhooks.event, cell: ({ type }) => type, sort: ({ type }) => type },
  { title: t.audit.tenant, cell: ({ tenant }) => tenant ?? t.none, sort: ({ tenant }) => tenant ?? '' },
  {
    title: t.call.status,
    cell: ({ status }) => <Badge tone={status === 'dead' ? 'wrong' : 'warn'}>{t.webhooks.statuses[status]}</Badge>,
  },
  { title: t.webhooks.failures, cell: ({ failures }) => count(failures), isNumber: true },
  { title: t.call.reason, cell: ({ error }) => error ?? t.none },
  { title: t.webhooks.next, cell: ({ next_at }) => <Time at={next_at} /> },
  {
    title: '',
    cell: (event) =>
      mayChange && (
        <span className="row">
          <Button onClick={() => begin('retry', event)}>{t.webhooks.retry}</Button>
          <Button isDanger onClick={() => begin('remove', event)}>
            {t.webhooks.remove}
          </Button>
        </span>
      ),
  },
]

const tried = ({ delivered, error }: Schemas['TriedWebhookEvent']) => (
  <p role="status">
    <Badge tone={delivered ? 'good' : 'wrong'}>{delivered ? t.webhooks.delivered : t.webhooks.notDelivered}</Badge>{' '}
    {error}
  </p>
)

const send: Readonly<Record<Task, (id: string) => Promise<unknown>>> = {
  test: async () => tried(await unwrap(api.POST('/admin/webhooks/test'))),
  retry: async (event_id) =>
    tried(await unwrap(api.POST('/admin/webhooks/{event_id}/retry', { params: { path: { event_id } } }))),
  remove: (event_id) => unwrap(api.DELETE('/admin/webhooks/{event_id}', { params: { path: { event_id } } })),
}

const every5s = whileUsed(5000)

const Events = ({ begin }: { readonly begin: (task: Task, event: Event) => void }) => {
  const [{ status = '' }, change] = useUrl()
  const mayChange = useMay('operator')
  const columns = useMemo(() => columnsFor(mayChange, begin), [mayChange, begin])
  const query = useInfiniteQuery({
    queryKey: ['webhooks', status],
    queryFn: ({ pageParam }) => {
      const chosen = (['waiting', 'dead'] as const).find((one) => one === status)
      const page = { limit: 50, ...(chosen && { status: chosen }), ...(pageParam && { cursor: pageParam }) }
      return unwrap(api.GET('/admin/webhooks', { params: { query: page } }))
    },
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    refetchInterval: every5s,
  })
  const events = useMemo(() => query.data?.pages.flatMap((page) => page.events), [query.data])
  return (
    <>
      <Bar>
        <FilterField
          label={t.suggestions.status}
          choices={t.webhooks.statuses}
          value={status}
          onChange={(chosen) => change({ status: chosen })}
        />
      </Bar>
      <Loaded query={{ ...query, data: events }}>
        {(all) =>
          all.length === 0 ? (
            <Empty title={t.webhooks.empty}>{t.webhooks.emptyText}</Empty>
          ) : (
            <>
              <Table label={t.webhooks.title} rows={all} columns={columns} rowKey={({ id }) => id} />
              <More query={query} />
            </>
          )
        }
      </Loaded>
    </>
  )
}

/** The events that the receiver has not taken yet. The receiver itself is configured by the environment. */
export const Webhooks = () => {
  const mayChange = useMay('operator')
  const [task, setTask] = useState<readonly [Task, Event | undefined]>()
  const begin = useMemo(() => (chosen: Task, event: Event) => setTask([chosen, event]), [])
  const configuration = useQuery({
    queryKey: ['configuration'],
    queryFn: async () => (await unwrap(api.GET('/admin/configuration'))).configuration,
  })
  const isOn = configuration.data?.some(({ name, is_changed }) => name === 'WEBHOOK_URL' && is_changed) ?? false
  return (
    <Page
      title={t.webhooks.title}
      lead={t.webhooks.lead}
      actions={mayChange && isOn && <Button onClick={() => setTask(['test', undefined])}>{t.webhooks.test}</Button>}
    >
      <Loaded query={configuration}>
        {() => (isOn ? <Events begin={begin} /> : <Empty title={t.webhooks.off}>{t.webhooks.offText}</Empty>)}
      </Loaded>
      {task && (
        <FormModal
          title={t.webhooks[task[0]]}
          text={t.webhooks.texts[task[0]](task[1]?.type ?? '')}
          submit={t.webhooks[task[0]]}
          isDanger={task[0] === 'remove'}
          onClose={() => setTask(undefined)}
          send={() => send[task[0]](task[1]?.id ?? '')}
        />
      )}
    </Page>
  )
}
