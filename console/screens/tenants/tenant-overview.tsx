import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { buttonClass } from '../../parts/button.tsx'
import { formatCount, formatMilliseconds, formatMoney, formatShare } from '../../parts/inline/numbers.ts'
import { Time } from '../../parts/inline/time.tsx'
import { Table } from '../../parts/list/table.tsx'
import { Loaded, LoadingBox } from '../../parts/page/loaded.tsx'
import { Facts, Section } from '../../parts/page/page.tsx'
import { type ApiSchemas, api, unwrap } from '../../state/gateway/api.ts'
import { letRun } from '../../state/let-run.ts'
import { failedOutcomes, type Search } from '../../state/search.ts'
import { words } from '../../words.ts'
import { formatAccountKey, type ListedAccount } from '../accounts/account.ts'
import { shortAccountColumns } from '../accounts/account-columns.tsx'
import { useAccountTasks } from '../accounts/account-tasks.tsx'
import { useLogCounts } from '../log/log-counts.ts'
import { Status } from '../log/log-entry.tsx'
import { LogSummary } from '../log/log-summary.tsx'
import { logTexts } from '../log/log-texts.ts'
import { NextSteps, useStored } from './next-steps.tsx'
import css from './tenant.module.css'
import { type Tenant, useTenant, useTenantId } from './tenant.tsx'
import { tenantsTexts as t } from './tenants-texts.ts'

const Month = ({ id }: { readonly id: string }) => {
  const query = useQuery({
    queryKey: ['usage', id, {}],
    queryFn: () => unwrap(api.GET('/admin/usage/{tenant}', { params: { path: { tenant: id } } })),
  })
  return (
    <Section
      title={t.month}
      lead={t.monthLead}
      actions={
        <Link to="/tenants/$id/usage" params={{ id }} className={buttonClass}>
          {t.tabs.usage}
        </Link>
      }
    >
      <Loaded query={query}>
        {({ totals, cost }) => (
          <Facts
            isShort
            facts={[
              [t.figures.calls, formatCount(totals.calls)],
              [t.figures.failed, `${formatCount(totals.errors)} (${formatShare(totals.errors, totals.calls)})`],
              [t.figures.p95, totals.calls > 0 ? formatMilliseconds(totals.latency_ms.p95) : words.none],
              [t.figures.bill, cost ? formatMoney(cost.amount, cost.currency) : t.noPlan],
            ]}
          />
        )}
      </Loaded>
    </Section>
  )
}

/** The calls of the last 24 hours, and why they failed. */
const Today = ({ id }: { readonly id: string }) => {
  const navigate = useNavigate()
  const { data } = useLogCounts({ tenant: id, calls: true, since: '24h' })
  const open = (search: Search) => letRun(navigate({ to: '/tenants/$id/log', params: { id }, search }))
  return (
    <LogSummary
      counts={data}
      isZoomed={false}
      withTenant={false}
      withCauses
      onZoom={(span) => open({ calls: 'on', ...span })}
      onChoose={(cause) => open({ ...cause, since: '24h' })}
    />
  )
}

const mostTokens = 6

/** The tokens that were used last. */
const Tokens = ({ id, tokens }: { readonly id: string; readonly tokens: readonly ApiSchemas['TenantToken'][] }) => {
  const latest = tokens.toSorted((one, other) => (other.last_used_at ?? '').localeCompare(one.last_used_at ?? ''))
  return (
    <Section title={t.tabs.tokens} isFlush={latest.length > 0}>
      {latest.length === 0 ? (
        <p>{t.noTokens}</p>
      ) : (
        <Table
          label={t.tabs.tokens}
          rows={latest.slice(0, mostTokens)}
          columns={[
            {
              title: words.label,

              card: 'title',
              cell: ({ token_id, label }) => (
                <Link to="/tenants/$id/tokens" params={{ id }} search={{ token: token_id }} dir="auto" className="name">
                  {label ?? token_id}
                </Link>
              ),
            },
            { title: words.lastUsed, width: 8, cell: ({ last_used_at }) => <Time at={last_used_at} /> },
          ]}
          rowKey={({ token_id }) => token_id}
        />
      )}
    </Section>
  )
}

const mostAccounts = 6

const useAccounts = (tenant: string) =>
  useQuery({
    queryKey: ['accounts', 'first', tenant],
    queryFn: async () => {
      const query = { tenant, sort: 'state' as const, limit: mostAccounts }
      return (await unwrap(api.GET('/admin/accounts', { params: { query } }))).accounts
    },
  })

/** The accounts with their state, those in trouble first. */
const Accounts = ({ id }: { readonly id: string }) => {
  const tasks = useAccountTasks(true)
  const query = useAccounts(id)
  return (
    <Section
      title={t.tabs.accounts}
      isFlush={(query.data?.length ?? 0) > 0}
      actions={
        query.data?.length === mostAccounts && (
          <Link to="/tenants/$id/accounts" params={{ id }} className={buttonClass}>
            {words.showAll}
          </Link>
        )
      }
    >
      <Loaded query={query}>
        {(accounts: readonly ListedAccount[]) =>
          accounts.length === 0 ? (
            <p>{t.noAccounts}</p>
          ) : (
            <Table
              label={t.tabs.accounts}
              rows={accounts}
              columns={shortAccountColumns}
              rowKey={formatAccountKey}
              menu={tasks.choose}
            />
          )
        }
      </Loaded>
      {tasks.dialog}
    </Section>
  )
}

type Entry = ApiSchemas['AuditEntry']

const failedColumns = [
  { title: words.entry.at, width: 6.5, cell: ({ at }: Entry) => <Time at={at} /> },
  { title: words.status, width: 7, card: 'state' as const, cell: (entry: Entry) => <Status of={entry} /> },
  {
    title: words.action,
    card: 'title' as const,
    cell: ({ id, action, key }: Entry) => (
      <span className="row line named" title={[action, key].filter(Boolean).join(' ')}>
        <Link to="/calls/$id" params={{ id }}>
          {action ?? logTexts.noAction}
        </Link>
        <small>{key}</small>
      </span>
    ),
  },
  { title: words.reason, isText: true, cell: ({ reason, code }: Entry) => reason ?? code ?? words.none },
]

const mostFailed = 5

const Failed = ({ id }: { readonly id: string }) => {
  const query = useQuery({
    queryKey: ['log', 'failed', id],
    queryFn: async () => {
      const asked = { tenant: id, outcome: failedOutcomes, calls: true, since: '24h', limit: mostFailed }
      return (await unwrap(api.GET('/admin/audit', { params: { query: asked } }))).entries
    },
  })
  const hasSome = (query.data?.length ?? 0) > 0
  return (
    <Section
      title={t.recent}
      isFlush={hasSome}
      actions={
        hasSome && (
          <Link
            to="/tenants/$id/log"
            params={{ id }}
            search={{ calls: 'on', outcome: failedOutcomes, since: '24h' }}
            className={buttonClass}
          >
            {t.allFailed}
          </Link>
        )
      }
    >
      <Loaded query={query}>
        {(entries) =>
          entries.length === 0 ? (
            <p>{t.noneFailed}</p>
          ) : (
            <Table label={t.recent} rows={entries} columns={failedColumns} rowKey={(entry) => entry.id} />
          )
        }
      </Loaded>
    </Section>
  )
}

const Parts = ({ tenant }: { readonly tenant: Tenant }) => {
  const stored = useStored(tenant.id)
  if (stored.isPending) return <LoadingBox />
  return (
    <>
      <NextSteps tenant={tenant} stored={stored} />
      <Today id={tenant.id} />
      <div className={css.state}>
        <div>
          <Month id={tenant.id} />
          <Failed id={tenant.id} />
        </div>
        <div>
          <Accounts id={tenant.id} />
          <Tokens id={tenant.id} tokens={stored.tokens ?? []} />
        </div>
      </div>
    </>
  )
}

export const TenantOverview = () => {
  const query = useTenant(useTenantId())
  return <Loaded query={query}>{(tenant) => <Parts tenant={tenant} />}</Loaded>
}
