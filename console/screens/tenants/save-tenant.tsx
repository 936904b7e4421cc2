import { useQueryClient } from '@tanstack/react-query'
import { CheckField } from '../../parts/form/check-field.tsx'
import { FormModal } from '../../parts/form/form-modal.tsx'
import type { TenantProviders } from '../../parts/form/pick/providers-field.tsx'
import { announceDone, offerUndo } from '../../parts/over/toasts.tsx'
import { DifferenceList } from '../../parts/page/difference.tsx'
import { type ApiSchemas, api, unwrap } from '../../state/gateway/api.ts'
import { letRun } from '../../state/let-run.ts'
import { tenantsTexts as t } from './tenants-texts.ts'

type Tenant = ApiSchemas['Tenant']
export type ChangedTenant = Pick<Tenant, 'name' | 'status' | 'providers' | 'options'>

const put = (id: string, version: string, body: ChangedTenant, query: { readonly prune?: boolean }): Promise<Tenant> =>
  unwrap(
    api.PUT('/admin/tenants/{tenant}', {
      params: { path: { tenant: id }, header: { 'If-Match': `"${version}"` }, query },
      body,
    }),
  )

interface SaveProps {
  readonly tenant: Tenant
  readonly changed: ChangedTenant
  readonly onClose: () => void
}

const listAccountPaths = (providers: TenantProviders): readonly string[] =>
  Object.entries(providers).flatMap(([provider, { accounts }]) => accounts.map(({ id }) => `${provider}/${id}`))

/** The members of a tenant that its forms change. */
export const readChangeable = ({ name, status, providers, options }: Tenant): ChangedTenant => ({
  name,
  status,
  providers,
  options,
})

/** Replaces the configuration, unless somebody else has changed it. It can be undone for a while. */
export const useSaveTenant = (tenant: Tenant) => {
  const queries = useQueryClient()
  return async (changed: ChangedTenant, isPruned = false): Promise<void> => {
    const saved = await put(tenant.id, tenant.version, changed, isPruned ? { prune: true } : {})
    // The credentials of a removed account can't be brought back.
    if (isPruned) return announceDone(t.saved(changed.name))
    offerUndo(t.saved(changed.name), () => {
      letRun(put(tenant.id, saved.version, readChangeable(tenant), {}).finally(() => queries.invalidateQueries()))
    })
  }
}

/** Shows the differences in a dialog, and saves them. */
export const SaveTenant = ({ tenant, changed, onClose }: SaveProps) => {
  const save = useSaveTenant(tenant)
  const before = readChangeable(tenant)
  const remainingAccounts = listAccountPaths(changed.providers)
  const dropped = listAccountPaths(before.providers).filter((account) => !remainingAccounts.includes(account))
  return (
    <FormModal
      title={t.save}
      text={t.saveText}
      submit={t.save}
      isWide
      onClose={onClose}
      send={(form) => save(changed, form.get('prune') === 'on')}
    >
      <DifferenceList before={before} after={changed} />
      {dropped.length > 0 && <CheckField name="prune" label={t.prune(dropped.join(', '))} />}
    </FormModal>
  )
}
