import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { Badge } from '../../parts/badge.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { formatBytes, formatMilliseconds } from '../../parts/numbers.ts'
import { Facts, ScreenPage, Section } from '../../parts/page.tsx'
import { Table, type TableColumn } from '../../parts/table/table.tsx'
import { Time } from '../../parts/time.tsx'
import { type ApiSchemas, api, unwrap } from '../../state/api.ts'
import { words } from '../../words.ts'
import { callsTexts as t } from './calls-texts.ts'

type Call = ApiSchemas['Call']
type Try = Call['tries'][number] & { readonly number: number }

const tryColumns: readonly TableColumn<Try>[] = [
  { title: t.attempt, cell: ({ number }) => number },
  {
    title: t.result,
    cell: ({ status, error }) => (
      <Badge tone={error === null && (status ?? 0) < 400 ? 'good' : 'wrong'}>{String(error ?? status)}</Badge>
    ),
  },
  { title: words.duration, cell: ({ duration_ms }) => formatMilliseconds(duration_ms), isNumber: true },
]

const One = ({ call }: { readonly call: Call }) => (
  <Section
    title={[call.provider, call.action].filter(Boolean).join(' ')}
    actions={
      <Link to="/audit" search={{ id: call.id }}>
        {t.entry}
      </Link>
    }
  >
    <Facts
      facts={[
        [
          words.outcome,
          <Badge key="status" tone={call.outcome === 'ok' ? 'good' : 'wrong'}>
            {`${call.status} ${call.code ?? ''}`.trim()}
          </Badge>,
        ],
        ...(call.reason === null ? [] : [[words.reason, call.reason] as const]),
        [t.at, <Time key="at" at={call.at} />],
        [words.duration, formatMilliseconds(call.duration_ms)],
        [words.tenant, call.tenant],
        [words.account, call.account],
        [t.protocol, call.source],
        [t.token, call.token_label === null ? call.token_id : `${call.token_label} (${call.token_id})`],
        [t.application, call.application && (call.application.client_name ?? call.application.client_id)],
        [t.address, call.ip],
        [t.cache, call.cache],
        [t.bytes, formatBytes(call.bytes)],
        [t.billable, call.billable ? words.yes : words.no],
      ]}
    />
    <h2>{t.attempts}</h2>
    {call.tries.length === 0 ? (
      <p>{t.noAttempts}</p>
    ) : (
      <Table
        label={t.attempts}
        rows={call.tries.map((one, index) => ({ ...one, number: index + 1 }))}
        columns={tryColumns}
        rowKey={({ number }) => String(number)}
      />
    )}
  </Section>
)

export const CallScreen = () => {
  const { id } = useParams({ from: '/calls/$id' })
  const query = useQuery({
    queryKey: ['call', id],
    queryFn: () => unwrap(api.GET('/admin/calls/{call_id}', { params: { path: { call_id: id } } })),
  })
  return (
    <ScreenPage title={t.one(id)}>
      <Loaded query={query}>
        {({ calls }) => (
          <>
            {calls.length > 1 && <p>{t.several(calls.length)}</p>}
            {calls.map((call) => (
              <One key={call.id} call={call} />
            ))}
          </>
        )}
      </Loaded>
    </ScreenPage>
  )
}
