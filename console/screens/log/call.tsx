import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { buttonClass } from '../../parts/button.tsx'
import { Id } from '../../parts/id.tsx'
import { Badge } from '../../parts/inline/badge.tsx'
import { Icon } from '../../parts/inline/icon.tsx'
import { formatBytes, formatMilliseconds } from '../../parts/inline/numbers.ts'
import { ProviderMark } from '../../parts/inline/provider-mark.tsx'
import { Play } from '../../parts/inline/shapes.ts'
import { TenantLink } from '../../parts/inline/tenant-link.tsx'
import { Time } from '../../parts/inline/time.tsx'
import { Table, type TableColumn } from '../../parts/list/table.tsx'
import { Loaded } from '../../parts/page/loaded.tsx'
import { Facts, ScreenPage, Section } from '../../parts/page/page.tsx'
import { type ApiSchemas, api, unwrap } from '../../state/gateway/api.ts'
import { useTenantNames } from '../../state/gateway/names.ts'
import { useMay } from '../../state/gateway/session.ts'
import { words } from '../../words.ts'
import { callTexts as t } from './call/call-texts.ts'
import { KeptExchange } from './call/kept-exchange.tsx'
import { UnknownOutcome } from './call/unknown-outcome.tsx'
import css from './call.module.css'
import { Outcome } from './log-entry.tsx'
import { useKeyNames } from './log-table.tsx'

type Call = ApiSchemas['Call']
type Try = Call['tries'][number] & { readonly number: number }

const isGood = ({ status, error }: Call['tries'][number]): boolean => error === null && (status ?? 0) < 400

const tryColumns: readonly TableColumn<Try>[] = [
  { title: t.attempt, width: 6, cell: ({ number }) => String(number) },
  {
    title: t.result,
    card: 'state',
    cell: (one) => <Badge tone={isGood(one) ? 'good' : 'wrong'}>{String(one.error ?? one.status)}</Badge>,
  },
  { title: words.duration, width: 8, cell: ({ duration_ms }) => formatMilliseconds(duration_ms), isNumber: true },
]

const Token = ({ call: { tenant, token_id, token_label } }: { readonly call: Call }) => {
  const names = useKeyNames()
  if (token_id === null) return null
  const name = names.get(token_id)
  if (name !== undefined) return `${name} (${t.byKey})`
  const text = token_label ?? token_id
  if (tenant === null) return text
  return (
    <Link to="/tenants/$id/tokens" params={{ id: tenant }} search={{ token: token_id }}>
      {text}
    </Link>
  )
}

/** The facts of a call, with links to all that it names. */
const CallFacts = ({ call }: { readonly call: Call }) => {
  const { tenant, provider, account, action, application } = call
  const names = useTenantNames([tenant])
  return (
    <Facts
      facts={[
        [t.at, <Time key="at" at={call.at} isExact />],
        [words.duration, formatMilliseconds(call.duration_ms)],
        [words.tenant, tenant && <TenantLink key="tenant" id={tenant} names={names} />],
        [
          words.account,
          tenant && account && (
            <Link key="account" to="/tenants/$id/accounts" params={{ id: tenant }}>
              {`${provider}/${account}`}
            </Link>
          ),
        ],
        [
          words.action,
          provider && action && (
            <Link key="action" to="/providers/$id/actions/$action" params={{ id: provider, action }}>
              {action}
            </Link>
          ),
        ],
        [t.token, <Token key="token" call={call} />],
        [
          t.application,
          application && tenant && (
            <Link key="application" to="/tenants/$id/access" params={{ id: tenant }}>
              {application.client_name ?? application.client_id}
            </Link>
          ),
        ],
        [t.protocol, words.sources[call.source]],
        [words.address, call.ip],
        [t.cache, call.cache && t.caches[call.cache]],
        [t.bytes, formatBytes(call.bytes)],
        [t.billable, call.billable ? words.yes : words.no],
        [t.classes, call.class?.split(',').join(', ')],
        [t.idempotencyKey, call.idempotency_key],
        [words.entry.request, call.request_id && <Id key="request">{call.request_id}</Id>],
      ]}
    />
  )
}

/** `title`: where the page shows several calls, that of this one. */
const One = ({ call, title }: { readonly call: Call; readonly title: string }) => (
  <>
    <Section title={title}>
      {call.outcome === 'unknown' && <UnknownOutcome {...call} />}
      {call.reason !== null && (
        <p className={css.reason} role="note">
          <strong>{words.reason}:</strong> {call.reason}
        </p>
      )}
      <CallFacts call={call} />
      {call.outcome === 'error' && <KeptExchange id={call.id} tenant={call.tenant} />}
    </Section>
    <Section title={t.attempts} isFlush={call.tries.length > 0}>
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
  </>
)

/** Links from the call to similar calls and to the action itself. */
const Ways = ({ call: { tenant, code, provider, account, action, request_id } }: { readonly call: Call }) => {
  const mayRun = useMay('operator')
  const key = provider && account ? { key: `${provider}/${account}` } : {}
  return (
    <>
      <Link to="/log" search={{ ...(tenant && { tenant }), ...key, calls: 'on' }} className={buttonClass}>
        {t.around}
      </Link>
      {request_id !== null && (
        <Link to="/log" search={{ request_id }} className={buttonClass}>
          {t.entry}
        </Link>
      )}
      {code !== null && (
        <Link to="/log" search={{ code, calls: 'on' }} className={buttonClass}>
          {t.sameFailure}
        </Link>
      )}
      {mayRun && provider && action && (
        <Link
          to="/providers/$id/actions/$action"
          params={{ id: provider, action }}
          search={{ ...(tenant && { tenant }), ...(account && { account }) }}
          className={buttonClass}
        >
          <Icon shape={Play} />
          {t.runAgain}
        </Link>
      )}
    </>
  )
}

export const CallScreen = () => {
  const { id } = useParams({ from: '/calls/$id' })
  const query = useQuery({
    queryKey: ['call', id],
    queryFn: () => unwrap(api.GET('/admin/calls/{call_id}', { params: { path: { call_id: id } } })),
  })
  const [first] = query.data?.calls ?? []
  return (
    <ScreenPage
      title={first ? t.title(first.provider, first.action) : t.one}
      windowTitle={`${t.one} ${id}`}
      up={{ to: '/log', title: words.screens.log }}
      mark={first?.provider && <ProviderMark id={first.provider} isLarge />}
      state={first && <Outcome of={first} />}
      lead={<Id>{id}</Id>}
      actions={first && <Ways call={first} />}
    >
      <Loaded query={query}>
        {({ calls }) => (
          <>
            {calls.length > 1 && <p>{t.several(calls.length)}</p>}
            {calls.map((call) => (
              <One
                key={call.id}
                call={call}
                title={calls.length > 1 ? t.title(call.provider, call.action) : t.details}
              />
            ))}
          </>
        )}
      </Loaded>
    </ScreenPage>
  )
}
