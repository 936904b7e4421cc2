import { haveTenantRulesChanged } from '@patchbay/core/approvals'
import { GatewayError } from '@patchbay/core/errors'
import type { AccountRef, PutTenant, TenantConfiguration, TenantRecord } from '@patchbay/core/store'
import { json } from '../../../http/exchange.ts'
import { checkAddedMembers } from '../../route/added-members.ts'
import type { AdminReply, HandlerParts } from '../../route/admin-route.ts'
import { checkPreconditions, formatEtag, type Preconditions } from '../../route/preconditions.ts'
import { tenantGetsMore } from '../../route/session/gets-more.ts'
import { withWarnings } from '../../route/values/rule-schemas.ts'
import type { TenantBody } from './body.ts'
import { type Registered, tenantConfiguration } from './configuration.ts'
import { tenantNotFound } from './not-found.ts'

/** The routes that change a tenant. */
type ChangeRoute = 'put_tenant' | 'patch_tenant'

const dropsCredentials = (accounts: readonly AccountRef[], route: ChangeRoute, tenant: string): GatewayError => {
  const names = accounts.map(({ provider, account }) => `${provider}/${account}`).join(', ')
  return new GatewayError('CONFLICT', `The configuration drops accounts that hold a token: ${names}`, {
    next: { route, params: { tenant, prune: 'true' } },
  })
}

export const describeTenant = (id: string): string => `The tenant ${id}`

/** The configuration in a body that may hold what the gateway added to the tenant `id`. Throws VALIDATION_ERROR. */
const readTenantBody = (
  { created_at, updated_at, version, id: named, tool_list: _counted, warnings: _found, ...configuration }: TenantBody,
  id: string,
  current: TenantRecord | undefined,
  registered: Registered,
): TenantConfiguration => {
  const stored = { created_at: current?.created_at, updated_at: current?.updated_at, version: current?.version, id }
  checkAddedMembers({ id: named, created_at, updated_at, version }, stored)
  return tenantConfiguration(configuration, registered, current)
}

type Measuring = Pick<HandlerParts, 'measureToolList' | 'domains'>

export const buildReply = async (
  record: TenantRecord,
  { measureToolList }: Pick<Measuring, 'measureToolList'>,
  status = 200,
  added: object = {},
): Promise<AdminReply> =>
  json({ ...record, tool_list: await measureToolList(record), ...added }, status, { etag: formatEtag(record.version) })

/** Throws CONFLICT where nothing was stored. */
const putReply = async (
  put: PutTenant,
  before: TenantRecord | undefined,
  route: ChangeRoute,
  tenant: string,
  measuring: Measuring,
): Promise<AdminReply> => {
  if (put.outcome === 'conflict') throw dropsCredentials(put.accounts, route, tenant)
  const warnings = withWarnings(put.record.options, '/options', measuring.domains)
  const reply = await buildReply(put.record, measuring, put.outcome === 'created' ? 201 : 200, warnings)
  return { ...reply, change: { from: before, to: put.record } }
}

interface TenantChange {
  readonly params: { readonly tenant: string }
  readonly query: { readonly prune: boolean }
  readonly preconditions: Preconditions
  readonly confirm: () => void
}

/** Stores the configuration in the body that `readBody` makes of the current one. */
export const changeTenant = async (
  route: ChangeRoute,
  { params: { tenant }, query: { prune }, preconditions, confirm }: TenantChange,
  { store, revoker, approvalDesk, now, ...registered }: HandlerParts,
  readBody: (current: TenantRecord | undefined) => TenantBody,
): Promise<AdminReply> => {
  let changesRules = false
  let before: TenantRecord | undefined
  const put = await store.tenants.put(
    tenant,
    (current) => {
      before = current
      if (!current && route === 'patch_tenant') throw tenantNotFound(tenant)
      checkPreconditions(preconditions, current?.version, describeTenant(tenant))
      const configuration = readTenantBody(readBody(current), tenant, current, registered)
      if (prune || tenantGetsMore(current, configuration, registered.domains)) confirm()
      changesRules = haveTenantRulesChanged(current?.options ?? {}, configuration.options)
      return configuration
    },
    { ...revoker.leaving(now()), prune },
  )
  if (changesRules) await approvalDesk.rulesChanged(tenant)
  if (prune) revoker.wake()
  return putReply(put, before, route, tenant, registered)
}
