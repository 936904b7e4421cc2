import { useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { FormModal } from '../../parts/form/form-modal.tsx'
import { Badge } from '../../parts/inline/badge.tsx'
import { formatCount } from '../../parts/inline/numbers.ts'
import { Send, Trash2, Webhook } from '../../parts/inline/shapes.ts'
import { Time } from '../../parts/inline/time.tsx'
import { FilterBar, type FilterField } from '../../parts/list/filter-bar.tsx'
import { PagedTable } from '../../parts/list/paged-table.tsx'
import type { TableColumn } from '../../parts/list/table.tsx'
import { useDelete } from '../../parts/over/use-delete.ts'
import { Empty, Loaded } from '../../parts/page/loaded.tsx'
import { ScreenPage } from '../../parts/page/page.tsx'
import { useIsLeaving } from '../../state/deferred.ts'
import { type ApiSchemas, api, unwrap } from '../../state/gateway/api.ts'
import { useConfiguration } from '../../state/gateway/reads.ts'
import { useMay } from '../../state/gateway/session.ts'
import { whileUsed } from '../../state/live.ts'
import { usePages } from '../../state/pages.ts'
import { useUrl } from '../../state/search.ts'
import { words } from '../../words.ts'
import { webhooksTexts as t } from './webhooks-texts.ts'

type Event = ApiSchemas['WebhookEvent']
type Task = 'test' | 'retry'

const columns: readonly TableColumn<Event>[] = [
  {
    title: words.status,
    width: 7,
    card: 'state',
    cell: ({ status }) => <Badge tone={status === 'dead' ? 'wrong' : 'warn'}>{t.statuses[status]}</Badge>,
  },
  { title: t.event, card: 'title', cell: ({ type }) => type },
  { title: words.tenant, isExtra: true, cell: ({ tenant }) => tenant ?? words.none },
  { title: words.reason, cell: ({ error }) => error ?? words.none },
  { title: t.failures, width: 9, isExtra: true, cell: ({ failures }) => formatCount(failures), isNumber: true },
  { title: words.created, width: 7, cell: ({ created_at }) => <Time at={created_at} /> },
  { title: t.next, width: 7, cell: ({ next_at }) => <Time at={next_at} none={words.none} /> },
]

const fields: readonly FilterField[] = [{ name: 'status', title: words.status, values: t.statuses }]

const Tried = ({ tried: { delivered, error } }: { readonly tried: ApiSchemas['TriedWebhookEvent'] }) => (
  <p role="status">
    <Badge tone={delivered ? 'good' : 'wrong'}>{delivered ? t.delivered : t.notDelivered}</Badge> {error}
  </p>
)

const send: Readonly<Record<Task, (id: string) => Promise<ApiSchemas['TriedWebhookEvent']>>> = {
  test: () => unwrap(api.POST('/admin/webhooks/test')),
  retry: (event_id) => unwrap(api.POST('/admin/webhooks/{event_id}/retry', { params: { path: { event_id } } })),
}

const every5s = whileUsed(5000)

const Events = ({ retry }: { readonly retry: (event: Event) => void }) => {
  const [{ status = '' }] = useUrl()
  const mayChange = useMay('operator')
  const [remove, isLeaving] = [useDelete(), useIsLeaving()]
  const pages = usePages<Event>(
    ['webhooks', status],
    async (page) => {
      const chosen = (['waiting', 'dead'] as const).find((one) => one === status)
      const query = { ...page, ...(chosen && { status: chosen }), total: true }
      const { events, next_cursor, total } = await unwrap(api.GET('/admin/webhooks', { params: { query } }))
      return [events, next_cursor, total]
    },
    { refetchInterval: every5s },
  )
  const discard = ({ id, type }: Event) =>
    remove(id, t.discarded(type), () =>
      unwrap(api.DELETE('/admin/webhooks/{event_id}', { params: { path: { event_id: id } }, keepalive: true })),
    )
  return (
    <>
      <FilterBar label={t.find} fields={fields} />
      <PagedTable
        label={words.screens.webhooks}
        pages={{ ...pages, rows: pages.rows?.filter(({ id }) => !isLeaving(id)) }}
        columns={columns}
        rowKey={({ id }) => id}
        rowName={({ type, id }) => `${type} ${id}`}
        {...(mayChange && {
          menu: (event: Event) => [
            { title: t.tasks.retry, icon: Send, onChoose: () => retry(event) },
            { title: t.tasks.remove, icon: Trash2, isDanger: true, onChoose: () => discard(event) },
          ],
        })}
        empty={
          status === '' ? (
            <Empty icon={Webhook} title={t.empty}>
              <p>{t.emptyText}</p>
            </Empty>
          ) : (
            <Empty title={t.noneFound} />
          )
        }
      />
    </>
  )
}

/** The events that the receiver has not accepted yet. The receiver itself is configured by the environment. */
export const WebhooksScreen = () => {
  const mayChange = useMay('operator')
  const [task, setTask] = useState<readonly [Task, Event | undefined]>()
  const configuration = useConfiguration()
  const isOn = configuration.data?.some(({ name, is_changed }) => name === 'WEBHOOK_URL' && is_changed) ?? false
  return (
    <ScreenPage
      title={words.screens.webhooks}
      lead={t.lead}
      actions={
        mayChange &&
        isOn && (
          <Button icon={Send} onClick={() => setTask(['test', undefined])}>
            {t.tasks.test}
          </Button>
        )
      }
    >
      <Loaded query={configuration}>
        {() =>
          isOn ? (
            <Events retry={(event) => setTask(['retry', event])} />
          ) : (
            <Empty icon={Webhook} title={t.off}>
              <p>{t.offText}</p>
            </Empty>
          )
        }
      </Loaded>
      {task && (
        <FormModal
          title={t.tasks[task[0]]}
          text={t.taskTexts[task[0]](task[1]?.type ?? '')}
          submit={t.tasks[task[0]]}
          onClose={() => setTask(undefined)}
          send={async () => <Tried tried={await send[task[0]](task[1]?.id ?? '')} />}
        />
      )}
    </ScreenPage>
  )
}
