import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Badge } from '../parts/badge.tsx'
import { Button } from '../parts/button.tsx'
import { FormModal } from '../parts/form/form-modal.tsx'
import { Empty, Loaded } from '../parts/loaded.tsx'
import { formatMilliseconds } from '../parts/numbers.ts'
import { ScreenPage } from '../parts/page.tsx'
import { Table, type TableColumn } from '../parts/table/table.tsx'
import { Time } from '../parts/time.tsx'
import { type ApiSchemas, api, unwrap } from '../state/api.ts'
import { whileUsed } from '../state/live.ts'
import { useMay } from '../state/session.ts'
import { words } from '../words.ts'
import { jobsTexts as t } from './jobs-texts.ts'

type Schedule = ApiSchemas['Schedule']

/** The result of a job, as text. */
const said = (result: Readonly<Record<string, unknown>> | undefined): string =>
  Object.entries(result ?? {})
    .map(([name, value]) => `${name}: ${typeof value === 'object' ? JSON.stringify(value) : value}`)
    .join(', ')

const columnsFor = (mayRun: (job: string) => boolean, run: (job: string) => void): readonly TableColumn<Schedule>[] => [
  { title: words.job, cell: ({ name }) => name, sort: ({ name }) => name },
  { title: t.cron, cell: ({ cron }) => <code>{cron}</code> },
  {
    title: t.last,
    cell: ({ last_result, is_running }) => {
      if (is_running) return <Badge>{t.running}</Badge>
      if (!last_result) return words.none
      return <Badge tone={last_result.outcome === 'ok' ? 'good' : 'wrong'}>{words.outcomes[last_result.outcome]}</Badge>
    },
  },
  {
    title: t.lastAt,
    cell: ({ last_run_at }) => <Time at={last_run_at} />,
    sort: ({ last_run_at }) => last_run_at ?? '',
  },
  {
    title: words.duration,
    cell: ({ last_result }) => (last_result ? formatMilliseconds(last_result.duration_ms) : words.none),
    isNumber: true,
  },
  { title: t.response, cell: ({ last_result }) => last_result?.error ?? said(last_result?.result) },
  { title: t.next, cell: ({ next_run_at }) => <Time at={next_run_at} /> },
  { title: '', cell: ({ name }) => mayRun(name) && <Button onClick={() => run(name)}>{t.run}</Button> },
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
    <ScreenPage title={words.screens.jobs} lead={t.lead}>
      <Loaded query={query}>
        {(crons) =>
          crons.length === 0 ? (
            <Empty title={t.empty} />
          ) : (
            <Table label={words.screens.jobs} rows={crons} columns={columns} rowKey={({ name }) => name} />
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
            const text = ran.outcome === 'ok' ? said(ran.result) : ran.error
            return (
              <p role="status">
                <Badge tone={ran.outcome === 'ok' ? 'good' : 'wrong'}>{ran.outcome}</Badge> {text}
              </p>
            )
          }}
        />
      )}
    </ScreenPage>
  )
}
