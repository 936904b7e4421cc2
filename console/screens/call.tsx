import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { Badge } from '../parts/badge.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { bytes, milliseconds } from '../parts/numbers.ts'
import { Facts, Page, Section } from '../parts/page.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { api, type Schemas, unwrap } from '../state/api.ts'
import { t } from '../texts.ts'

type Call = Schemas['Call']
type Try = Call['tries'][number] & { readonly number: number }

const tryColumns: readonly Column<Try>[] = [
  { title: t.call.try, cell: ({ number }) => number },
  {
    title: t.call.result,
    cell: ({ status, error }) => (
      <Badge tone={error === null && (status ?? 0) < 400 ? 'good' : 'wrong'}>{String(error ?? status)}</Badge>
    ),
  },
  { title: t.call.took, cell: ({ duration_ms }) => milliseconds(duration_ms), isNumber: true },
]

const One = ({ call }: { readonly call: Call }) => (
  <Section
    title={[call.provider, call.action].filter(Boolean).join(' ')}
    actions={
      <Link to="/audit" search={{ id: call.id }}>
        {t.call.entry}
      </Link>
    }
  >
    <Facts
      facts={[
        [
          t.call.status,
          <Badge key="status" tone={call.outcome === 'ok' ? 'good' : 'wrong'}>
            {`${call.status} ${call.code ?? ''}`.trim()}
          </Badge>,
        ],
        ...(call.reason === null ? [] : [[t.call.reason, call.reason] as const]),
        [t.call.at, <Time key="at" at={call.at} />],
        [t.call.took, milliseconds(call.duration_ms)],
        [t.call.tenant, call.tenant],
        [t.call.account, call.account],
        [t.call.over, call.source],
        [t.call.token, call.token_label === null ? call.token_id : `${call.token_label} (${call.token_id})`],
        [t.call.application, call.application && (call.application.client_name ?? call.application.client_id)],
        [t.call.address, call.ip],
        [t.call.cache, call.cache],
        [t.call.bytes, bytes(call.bytes)],
        [t.call.billable, call.billable ? t.yes : t.no],
      ]}
    />
    <h2>{t.call.tries}</h2>
    {call.tries.length === 0 ? (
      <p>{t.call.noTries}</p>
    ) : (
      <Table
        label={t.call.tries}
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
    <Page title={t.calls.one(id)}>
      <Loaded query={query}>
        {({ calls }) => (
          <>
            {calls.length > 1 && <p>{t.calls.several(calls.length)}</p>}
            {calls.map((call) => (
              <One key={call.id} call={call} />
            ))}
          </>
        )}
      </Loaded>
    </Page>
  )
}
