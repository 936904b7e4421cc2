import { useState } from 'react'
import { LabelledField } from '../../parts/form/field.tsx'
import { FormModal, Once, readNumberField } from '../../parts/form/form-modal.tsx'
import { Ban, Copy, History, RefreshCw, ScrollText, ShieldCheck, Users } from '../../parts/inline/shapes.ts'
import { Time } from '../../parts/inline/time.tsx'
import { startOfDayBefore } from '../../parts/list/time-range.tsx'
import { BulkModal } from '../../parts/over/bulk-modal.tsx'
import type { MenuChoice } from '../../parts/over/menu.tsx'
import { announceDone } from '../../parts/over/toasts.tsx'
import { type ApiSchemas, api, unwrap } from '../../state/gateway/api.ts'
import { useMay } from '../../state/gateway/session.ts'
import { letRun } from '../../state/let-run.ts'
import type { Search } from '../../state/search.ts'
import { tokensTexts as t } from './tokens-texts.ts'

export type Token = ApiSchemas['TenantToken']

export const tokenName = ({ label, token_id }: Token): string => label ?? token_id

const params = ({ tenant_id: tenant, token_id }: Token) => ({ path: { tenant, token_id } })

interface TaskProps {
  readonly token: Token
  readonly onClose: () => void
}

/** Another token in its place, while the old one works on for a while. */
const Rotate = ({ token, onClose }: TaskProps) => (
  <FormModal
    title={t.rotateTitle}
    text={t.rotateText(tokenName(token))}
    submit={t.tasks.rotate}
    onClose={onClose}
    send={async (form) => {
      const body = { grace_seconds: readNumberField(form, 'grace') ?? 0 }
      const rotated = await unwrap(api.POST('/admin/auth/{tenant}/{token_id}/rotate', { params: params(token), body }))
      return (
        <>
          <Once label={t.rotated} value={rotated.token} />
          <p>
            {t.ends} <Time at={rotated.previous.expires_at} />.
          </p>
        </>
      )
    }}
  >
    <LabelledField label={t.grace}>
      {(field) => (
        <select {...field} name="grace" defaultValue="86400">
          {Object.entries(t.graces).map(([seconds, text]) => (
            <option key={seconds} value={seconds}>
              {text}
            </option>
          ))}
        </select>
      )}
    </LabelledField>
  </FormModal>
)

const revoke = (token: Token) => unwrap(api.DELETE('/admin/auth/{tenant}/{token_id}', { params: params(token) }))

const Revoke = ({ token, onClose }: TaskProps) => (
  <FormModal
    title={t.tasks.revoke}
    text={t.revokeText(tokenName(token))}
    submit={t.tasks.revoke}
    isDanger
    onClose={onClose}
    send={async () => {
      await revoke(token)
      announceDone(t.revoked(tokenName(token)))
    }}
  />
)

/** Tokens that were chosen, or that a filter selects. */
export interface ManyTokens {
  readonly tokens: readonly Token[]
  readonly hasMore: boolean
}

/** Ends several tokens. */
export const RevokeMany = ({
  many: { tokens, hasMore },
  onClose,
  onDone,
}: {
  readonly many: ManyTokens
  readonly onClose: () => void
  readonly onDone: () => void
}) => (
  <BulkModal
    title={t.revokeMany(tokens.length)}
    text={t.revokeManyText}
    submit={t.tasks.revoke}
    items={tokens}
    hasMore={hasMore}
    name={tokenName}
    change={revoke}
    report={t.manyRevoked}
    onClose={onClose}
    onDone={onDone}
  />
)

/** The calls with the token, in the log. */
export const callsOf = ({ tenant_id, token_id }: Token, times: Search = {}) => ({
  to: '/log',
  search: { tenant: tenant_id, token_id, ...times },
})

type Task = 'rotate' | 'revoke'
const dialogs = { rotate: Rotate, revoke: Revoke }

/** The tasks for a token: the choices of its menu, and the dialog of the chosen one. */
export const useTokenTasks = (isOfTenant: boolean) => {
  const mayChange = useMay('operator')
  const [task, setTask] = useState<readonly [Task, Token]>()
  const Dialog = task && dialogs[task[0]]
  const choose = (token: Token): readonly MenuChoice[] => {
    const { tenant_id, token_id } = token
    const begin = (chosen: Task) => () => setTask([chosen, token])
    const base = `/tenants/${tenant_id}`
    return [
      ...(mayChange ? [{ title: t.tasks.rotate, icon: RefreshCw, onChoose: begin('rotate') }] : []),
      { title: t.tasks.policy, icon: ShieldCheck, to: { to: `${base}/access`, search: { token: token_id } } },
      { title: t.tasks.calls, icon: ScrollText, to: callsOf(token) },
      {
        title: t.tasks.yesterday,
        icon: History,
        to: callsOf(token, { since: startOfDayBefore(1), until: startOfDayBefore(0) }),
      },
      ...(isOfTenant ? [] : [{ title: t.tasks.tenant, icon: Users, to: { to: base } }]),
      { title: t.tasks.copy, icon: Copy, onChoose: () => letRun(navigator.clipboard.writeText(token_id)) },
      ...(mayChange ? [{ title: t.tasks.revoke, icon: Ban, isDanger: true, onChoose: begin('revoke') }] : []),
    ]
  }
  return {
    choose,
    begin: (chosen: Task, token: Token) => setTask([chosen, token]),
    dialog: task && Dialog && <Dialog token={task[1]} onClose={() => setTask(undefined)} />,
  }
}
