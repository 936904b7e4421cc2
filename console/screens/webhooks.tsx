import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Badge } from '../parts/badge.tsx'
import { Button } from '../parts/button.tsx'
import { FormModal } from '../parts/form/form-modal.tsx'
import { Empty, Loaded, More } from '../parts/loaded.tsx'
import { formatCount } from '../parts/numbers.ts'
import { Bar, ScreenPage } from '../parts/page.tsx'
import { FilterField } from '../parts/table/filter-field.tsx'
import { Table, type TableColumn } from '../parts/table/table.tsx'
import { Time } from '../parts/time.tsx'
import { type ApiSchemas, api, unwrap } from '../state/api.ts'
import { whileUsed } from '../state/live.ts'
import { useUrl } from '../state/search.ts'
import { useMay } from '../state/session.ts'
import { words } from '../words.ts'
import { webhooksTexts as t } from './webhooks-texts.ts'

type Event = ApiSchemas['WebhookEvent']
type Task = 'test' | 'retry' | 'remove'

const columnsFor = (mayChange: boolean, begin: (task: Task, event: Event) => void): readonly TableColumn<Event>[] => [
  { title: words.created, cell: ({ created_at }) => <Time at={created_at} /> },
  { title: t.event, cell: ({ type }) => type, sort: ({ type }) => type },
  { title: words.tenant, cell: ({ tenant }) => tenant ?? words.none, sort: ({ tenant }) => tenant ?? '' },
  {
    title: words.outcome,
    cell: ({ status }) => <Badge tone={status === 'dead' ? 'wrong' : 'warn'}>{t.statuses[status]}</Badge>,
  },
  { title: t.failures, cell: ({ failures }) => formatCount(failures), isNumber: true },
  { title: words.reason, cell: ({ error }) => error ?? words.none },
  { title: t.next, cell: ({ next_at }) => <Time at={next_at} /> },
  {
    title: '',
    width: 12,
    cell: (event) =>
      mayChange && (
        <span className="row">
          <Button onClick={() => begin('retry', event)}>{t.tasks.retry}</Button>
          <Button isDanger onClick={() => begin('remove', event)}>
            {t.tasks.remove}
          </Button>
        </span>
      ),
  },
]

const tried = ({ delivered, error }: ApiSchemas['TriedWebhookEvent']) => (
  <p role="status">
    <Badge tone={delivered ? 'good' : 'wrong'}>{delivered ? t.delivered : t.notDelivered}</Badge> {error}
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
          label={words.status}
          choices={t.statuses}
          value={status}
          onChange={(chosen) => change({ status: chosen })}
        />
      </Bar>
      <Loaded query={{ ...query, data: events }}>
        {(all) =>
          all.length === 0 ? (
            <Empty title={t.empty}>{t.emptyText}</Empty>
          ) : (
            <>
              <Table label={words.screens.webhooks} rows={all} columns={columns} rowKey={({ id }) => id} />
              <More query={query} />
            </>
          )
        }
      </Loaded>
    </>
  )
}

/** The events that the receiver has not accepted yet. The receiver itself is configured by the environment. */
export const WebhooksScreen = () => {
  const mayChange = useMay('operator')
  const [task, setTask] = useState<readonly [Task, Event | undefined]>()
  const begin = useMemo(() => (chosen: Task, event: Event) => setTask([chosen, event]), [])
  const configuration = useQuery({
    queryKey: ['configuration'],
    queryFn: async () => (await unwrap(api.GET('/admin/configuration'))).configuration,
  })
  const isOn = configuration.data?.some(({ name, is_changed }) => name === 'WEBHOOK_URL' && is_changed) ?? false
  return (
    <ScreenPage
      title={words.screens.webhooks}
      lead={t.lead}
      actions={mayChange && isOn && <Button onClick={() => setTask(['test', undefined])}>{t.tasks.test}</Button>}
    >
      <Loaded query={configuration}>
        {() => (isOn ? <Events begin={begin} /> : <Empty title={t.off}>{t.offText}</Empty>)}
      </Loaded>
      {task && (
        <FormModal
          title={t.tasks[task[0]]}
          text={t.taskTexts[task[0]](task[1]?.type ?? '')}
          submit={t.tasks[task[0]]}
          isDanger={task[0] === 'remove'}
          onClose={() => setTask(undefined)}
          send={() => send[task[0]](task[1]?.id ?? '')}
        />
      )}
    </ScreenPage>
  )
}
