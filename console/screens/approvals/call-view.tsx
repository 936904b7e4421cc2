import { describeMarks, splitText } from '@patchbay/core/shown-text'
import { Link } from '@tanstack/react-router'
import { isRecord } from '../../parts/form/is-record.ts'
import { TenantLink } from '../../parts/inline/tenant-link.tsx'
import { Time } from '../../parts/inline/time.tsx'
import { JsonCode } from '../../parts/page/json-code.tsx'
import { Facts } from '../../parts/page/page.tsx'
import { markPieces } from '../../shown/mark-text.ts'
import type { ApiSchemas } from '../../state/gateway/api.ts'
import { useTenantNames, useTokenLabel } from '../../state/gateway/names.ts'
import { useMay } from '../../state/gateway/session.ts'
import { words } from '../../words.ts'
import css from './approvals.module.css'
import { approvalsTexts as t } from './approvals-texts.ts'
import { CurrentStateView } from './current-state-view.tsx'

export type WholeApproval = ApiSchemas['WholeApproval']

export const nameCall = ({
  provider,
  account,
  action,
}: Pick<WholeApproval, 'provider' | 'account' | 'action'>): string => t.row(action, `${provider}/${account}`)

/** The person as the vendor names them. Otherwise the gateway knows the account by marks that say nothing to people. */
const showOwner = (identity: WholeApproval['identity']) => {
  const marker = 'identity '
  if (identity === null || identity.startsWith(marker)) return identity?.slice(marker.length)
  return (
    <span className="quiet" title={identity}>
      {t.unknownOwner}
    </span>
  )
}

const CallFacts = ({ call }: { readonly call: WholeApproval }) => {
  const names = useTenantNames([call.tenant])
  const label = useTokenLabel(call.tenant, call.tenant_token_id ?? call.token_id)
  return (
    <Facts
      facts={[
        [words.tenant, <TenantLink key="tenant" id={call.tenant} names={names} />],
        [words.account, `${call.provider}/${call.account}`],
        [t.identity, showOwner(call.identity)],
        [
          t.askedBy,
          <Link key="token" to="/tenants/$id/tokens" params={{ id: call.tenant }} search={{ token: call.token_id }}>
            {label === call.token_id ? <code>{label}</code> : label}
          </Link>,
        ],
        [t.rule, <code key="rule">{call.rule}</code>],
        [words.created, <Time key="created" at={call.created_at} />],
        [words.expires, <Time key="expires" at={call.expires_at} />],
        [t.count, call.needed > 1 ? t.ofCount(call.decisions.length, call.needed) : null],
      ]}
    />
  )
}

/** The recipients, destinations and amounts: large, as people look at these first. */
const Roles = ({ roles: { recipient, destination, amount, derives } }: { readonly roles: WholeApproval['roles'] }) => {
  const list = (values: readonly string[], role: string): string | null => {
    const shown = derives.includes(role) ? [...values, t.derived] : values
    return shown.length === 0 ? null : shown.join(', ')
  }
  const facts = [
    [t.to, list(recipient, 'recipient')],
    [t.amount, list(amount, 'amount')],
    [t.in, list(destination, 'destination')],
  ] as const
  return facts.some(([, value]) => value !== null) ? (
    <div className={css.roles}>
      <Facts facts={facts} />
    </div>
  ) : null
}

/** The whole text, unchanged except for escapes of invisible characters. */
const TextValue = ({ text }: { readonly text: string }) => {
  const pieces = splitText(text, 'lines')
  const marks = describeMarks(pieces)
  return (
    <>
      <span className={css.text}>{markPieces(pieces)}</span>
      {marks !== undefined && <p role="note">{marks}</p>}
    </>
  )
}

const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null

/** More levels than these are shown as JSON. */
const mostLevels = 3

/** Stands between the names on the way to a value. */
const into = '›'

/** True for an object whose members may have lines of their own: a name that looks like a way would tell of another place. */
const hasLines = (value: unknown): value is Readonly<Record<string, unknown>> => {
  const names = isRecord(value) ? Object.keys(value) : []
  return names.length > 0 && names.every((name) => !name.includes(into))
}

/** The values with their names; those within objects by the names on the way to them. */
const listValues = (
  record: Readonly<Record<string, unknown>>,
  way: readonly string[] = [],
): readonly (readonly [string, unknown])[] =>
  Object.entries(record).flatMap(([name, value]) => {
    const names = [...way, name]
    return names.length < mostLevels && hasLines(value)
      ? listValues(value, names)
      : [[names.join(` ${into} `), value] as const]
  })

/** The parameters as named fields, none left out. */
const Parameters = ({ parameters, nth }: { readonly parameters: unknown; readonly nth?: number | undefined }) => {
  if (!isRecord(parameters)) return <JsonCode label={t.region(t.parameters, nth)} value={parameters} />
  return (
    <section aria-label={t.region(t.parameters, nth)}>
      <Facts
        facts={listValues(parameters).map(([name, value]) => [
          name,
          isPlain(value) ? (
            <TextValue key={name} text={typeof value === 'string' ? value : JSON.stringify(value)} />
          ) : (
            <JsonCode key={name} label={t.region(name, nth)} value={value} />
          ),
        ])}
      />
    </section>
  )
}

/** One call, nothing of it left out; the request is folded, as it says the same again. `nth`: its number among the calls of a run. */
export const CallView = ({ call, nth }: { readonly call: WholeApproval; readonly nth?: number }) => {
  const mayDecide = useMay('approver')
  const { refused_before: refusal } = call
  return (
    <>
      {refusal && (
        <p role="note" className={css.refusal}>
          {t.refusedBefore(refusal.by)} <Time at={refusal.at} />
          {refusal.reason !== null && `: ${refusal.reason}`}
        </p>
      )}
      <Roles roles={call.roles} />
      <CallFacts call={call} />
      <h3>{t.parameters}</h3>
      <Parameters parameters={call.parameters} nth={nth} />
      <details className={css.request}>
        <summary>{t.request}</summary>
        <JsonCode label={t.region(t.request, nth)} value={call.request} />
      </details>
      {mayDecide && call.state === 'waiting' && <CurrentStateView id={call.approval_id} nth={nth} />}
    </>
  )
}
