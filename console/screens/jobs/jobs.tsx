import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormModal } from '../../parts/form/form-modal.tsx'
import { Badge } from '../../parts/inline/badge.tsx'
import { formatMilliseconds } from '../../parts/inline/numbers.ts'
import { formatDay } from '../../parts/inline/relative-time.ts'
import { CalendarClock, Play } from '../../parts/inline/shapes.ts'
import { Time } from '../../parts/inline/time.tsx'
import { SkeletonRows } from '../../parts/list/paged-table.tsx'
import { Table, type TableColumn } from '../../parts/list/table.tsx'
import { Empty, Loaded } from '../../parts/page/loaded.tsx'
import { ScreenPage } from '../../parts/page/page.tsx'
import { type ApiSchemas, api, unwrap } from '../../state/gateway/api.ts'
import { useMay } from '../../state/gateway/session.ts'
import { whileUsed } from '../../state/live.ts'
import { words } from '../../words.ts'
import { describeCron } from './describe-cron.ts'
import { nameJob, jobsTexts as t } from './jobs-texts.ts'

type Schedule = ApiSchemas['Schedule']

/** Times in the gateway's form. */
const isTime = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

const describePart = ([name, value]: [string, unknown]): string => {
  const title = name.replaceAll('_', ' ')
  if (typeof value === 'number') return `${value.toLocaleString()} ${title}`
  if (typeof value === 'string' && isTime.test(value)) return `${title} ${formatDay(Date.parse(value))}`
  return `${title}: ${typeof value === 'object' ? JSON.stringify(value) : value}`
}

/** The result of a job as text, without its zeros. */
const describeResult = (result: Readonly<Record<string, unknown>> | undefined): string => {
  if (!result) return ''
  const parts = Object.entries(result).filter(([, value]) => value !== 0)
  return parts.length === 0 ? t.nothing : parts.map(describePart).join(', ')
}

const LastRun = ({ schedule: { is_running, last_result } }: { readonly schedule: Schedule }) => {
  if (is_running) return <Badge tone="warn">{t.running}</Badge>
  if (!last_result) return <span className="quiet">{t.notYet}</span>
  return <Badge tone={last_result.outcome === 'ok' ? 'good' : 'wrong'}>{words.jobOutcomes[last_result.outcome]}</Badge>
}

const columns: readonly TableColumn<Schedule>[] = [
  {
    title: t.job,
    card: 'title',
    cell: ({ name }) => (
      <span className="row line named" title={name}>
        <span>{nameJob(name)}</span>
        <small>{name}</small>
      </span>
    ),
    sort: ({ name }) => nameJob(name),
  },
  { title: t.last, width: 6.5, card: 'state', cell: (schedule) => <LastRun schedule={schedule} /> },
  {
    title: t.lastAt,
    width: 6.5,
    cell: ({ last_run_at }) => <Time at={last_run_at} />,
    sort: ({ last_run_at }) => last_run_at ?? '',
  },
  {
    title: words.duration,
    width: 6,
    isExtra: true,
    cell: ({ last_result }) => (last_result ? formatMilliseconds(last_result.duration_ms) : words.none),
    isNumber: true,
  },
  {
    title: t.response,
    isText: true,
    cell: ({ last_result }) => last_result?.error ?? describeResult(last_result?.result),
  },
  { title: t.next, width: 5.5, cell: ({ next_run_at }) => <Time at={next_run_at} /> },
  { title: t.cron, width: 9, isExtra: true, cell: ({ cron }) => <span title={cron}>{describeCron(cron)}</span> },
]

const every5s = whileUsed(5000)

export const Jobs = () => {
  const [mayOperate, mayOwn] = [useMay('operator'), useMay('owner')]
  const [job, setJob] = useState<string>()
  const query = useQuery({
    queryKey: ['crons'],
    queryFn: async () => (await unwrap(api.GET('/admin/crons'))).crons,
    refetchInterval: every5s,
  })
  const mayRun = (name: string): boolean => (name === 're-seal' ? mayOwn : mayOperate)
  return (
    <ScreenPage title={words.screens.jobs} lead={t.lead}>
      <Loaded query={query} skeleton={<SkeletonRows rows={10} />}>
        {(crons) =>
          crons.length === 0 ? (
            <Empty icon={CalendarClock} title={t.empty}>
              <p>{t.emptyText}</p>
            </Empty>
          ) : (
            <Table
              label={words.screens.jobs}
              rows={crons}
              columns={columns}
              rowKey={({ name }) => name}
              menu={
                mayOperate
                  ? ({ name }) => (mayRun(name) ? [{ title: t.run, icon: Play, onChoose: () => setJob(name) }] : [])
                  : undefined
              }
            />
          )
        }
      </Loaded>
      {job !== undefined && (
        <FormModal
          title={t.run}
          text={t.runText(job)}
          submit={t.run}
          onClose={() => setJob(undefined)}
          send={async () => {
            const ran = await unwrap(api.POST('/admin/jobs/{job}/run', { params: { path: { job } } }))
            return (
              <p role="status">
                <Badge tone={ran.outcome === 'ok' ? 'good' : 'wrong'}>{words.jobOutcomes[ran.outcome]}</Badge>{' '}
                {ran.outcome === 'ok' ? describeResult(ran.result) : ran.error}
              </p>
            )
          }}
        />
      )}
    </ScreenPage>
  )
}
