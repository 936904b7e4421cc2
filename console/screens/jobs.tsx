import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Badge } from '../parts/badge.tsx'
import { Button } from '../parts/button.tsx'
import { FormModal } from '../parts/form-modal.tsx'
import { Empty, Loaded } from '../parts/loaded.tsx'
import { milliseconds } from '../parts/numbers.ts'
import { Page } from '../parts/page.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { api, type Schemas, unwrap } from '../state/api.ts'
import { whileUsed } from '../state/live.ts'
import { useMay } from '../state/session.ts'
import { t } from '../texts.ts'

type Schedule = Schemas['Schedule']

/** What the job says of its work, in words. */
const said = (result: Readonly<Record<string, unknown>> | undefined): string =>
  Object.entries(result ?? {})
    .map(([name, value]) => `${name}: ${typeof value === 'object' ? JSON.stringify(value) : value}`)
    .join(', ')

const columnsFor = (mayRun: (job: string) => boolean, run: (job: string) => void): readonly Column<Schedule>[] => [
  { title: t.jobs.job, cell: ({ name }) => name, sort: ({ name }) => name },
  { title: t.jobs.cron, cell: ({ cron }) => <code>{cron}</code> },
  {
    title: t.jobs.last,
    cell: ({ last_result, is_running }) => {
      if (is_running) return <Badge>{t.overview.running}</Badge>
      if (!last_result) return t.none
      return (
        <Badge tone={last_result.outcome === 'ok' ? 'good' : 'wrong'}>{t.audit.outcomes[last_result.outcome]}</Badge>
      )
    },
  },
  {
    title: t.jobs.lastAt,
    cell: ({ last_run_at }) => <Time at={last_run_at} />,
    sort: ({ last_run_at }) => last_run_at ?? '',
  },
  {
    title: t.audit.took,
    cell: ({ last_result }) => (last_result ? milliseconds(last_result.duration_ms) : t.none),
    isNumber: true,
  },
  { title: t.jobs.said, cell: ({ last_result }) => last_result?.error ?? said(last_result?.result) },
  { title: t.jobs.next, cell: ({ next_run_at }) => <Time at={next_run_at} /> },
  { title: '', cell: ({ name }) => mayRun(name) && <Button onClick={() => run(name)}>{t.jobs.run}</Button> },
]

const every5s = whileUsed(5000)

export const Jobs = () => {
  const [mayOperate, mayOwn] = [useMay('operator'), useMay('owner')]
  const [job, setJob] = useState<string>()
  const columns = useMemo(
    () => columnsFor((name) => (name === 're-seal' ? mayOwn : mayOperate), setJob),
    [mayOperate, mayOwn],
  )
  const query = useQuery({
    queryKey: ['crons'],
    queryFn: async () => (await unwrap(api.GET('/admin/crons'))).crons,
    refetchInterval: every5s,
  })
  return (
    <Page title={t.jobs.title} lead={t.jobs.lead}>
      <Loaded query={query}>
        {(crons) =>
          crons.length === 0 ? (
            <Empty title={t.jobs.empty} />
          ) : (
            <Table label={t.jobs.title} rows={crons} columns={columns} rowKey={({ name }) => name} />
          )
        }
      </Loaded>
      {job !== undefined && (
        <FormModal
          title={t.jobs.run}
          text={t.jobs.runText(job)}
          submit={t.jobs.run}
          onClose={() => setJob(undefined)}
          send={async () => {
            const ran = await unwrap(api.POST('/admin/jobs/{job}/run', { params: { path: { job } } }))
            const words = ran.outcome === 'ok' ? said(ran.result) : ran.error
            return (
              <p role="status">
                <Badge tone={ran.outcome === 'ok' ? 'good' : 'wrong'}>{ran.outcome}</Badge> {words}
              </p>
            )
          }}
        />
      )}
    </Page>
  )
}
