import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormModal } from '../../parts/form/form-modal.tsx'
import { Badge } from '../../parts/inline/badge.tsx'
import { announceDone, offerUndo } from '../../parts/over/toasts.tsx'
import { type ApiSchemas, api, unwrap } from '../../state/gateway/api.ts'
import { inTurns } from '../../state/in-turns.ts'
import { letRun } from '../../state/let-run.ts'
import { tenantsTexts as t } from './tenants-texts.ts'

type Tenant = ApiSchemas['Tenant']
type Status = Tenant['status']

export const TenantStatus = ({ status }: Pick<Tenant, 'status'>) => (
  <Badge tone={status === 'active' ? 'good' : 'warn'}>{t.statuses[status]}</Badge>
)

export const setTenantStatus = ({ id }: Pick<Tenant, 'id'>, status: Status) =>
  unwrap(api.PATCH('/admin/tenants/{tenant}', { params: { path: { tenant: id } }, body: { status } }))

const setStatus = async (tenant: Pick<Tenant, 'id'>, status: Status): Promise<boolean> => {
  try {
    await setTenantStatus(tenant, status)
    return true
  } catch {
    return false
  }
}

const describe = (tenants: readonly Tenant[], status: Status): string => {
  const [only] = tenants
  if (tenants.length === 1 && only) return status === 'active' ? t.activated(only.name) : t.suspended(only.name)
  return status === 'active' ? t.manyActivated(tenants.length) : t.manySuspended(tenants.length)
}

/** Suspends tenants after a question, or makes them active. It can be undone for a while. */
export const useTenantStatus = () => {
  const queries = useQueryClient()
  const [asked, setAsked] = useState<readonly Tenant[]>()
  const change = async (tenants: readonly Tenant[], status: Status): Promise<void> => {
    const changed = await inTurns(
      tenants,
      (tenant) => setStatus(tenant, status),
      () => {},
    )
    const done = tenants.filter((_, index) => changed[index])
    letRun(queries.invalidateQueries())
    if (done.length < tenants.length) announceDone(t.failed(tenants.length - done.length))
    if (done.length === 0) return
    const back = status === 'active' ? 'suspended' : 'active'
    offerUndo(describe(done, status), () => {
      letRun(
        inTurns(
          done,
          (tenant) => setStatus(tenant, back),
          () => {},
        ).then(() => queries.invalidateQueries()),
      )
    })
  }
  return {
    suspend: (tenants: readonly Tenant[]) => setAsked(tenants),
    activate: (tenants: readonly Tenant[]) => letRun(change(tenants, 'active')),
    dialog: asked && (
      <FormModal
        title={t.suspendTitle(asked.length)}
        text={t.suspendText}
        submit={t.tasks.suspend}
        isDanger
        onClose={() => setAsked(undefined)}
        send={() => change(asked, 'suspended')}
      >
        <p>
          {asked
            .map(({ name }) => name)
            .slice(0, 12)
            .join(', ')}
          {asked.length > 12 && ' …'}
        </p>
      </FormModal>
    ),
  }
}
