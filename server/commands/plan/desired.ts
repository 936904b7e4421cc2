import { CommandError } from '@patchbay/cli'
import { findProblems } from '@patchbay/core/schema'
import { showText } from '@patchbay/core/shown-text'
import Type from 'typebox'
import { Value } from 'typebox/value'
import { billingBody } from '../../admin/resources/billing.ts'
import { type TenantBody, tenantBody } from '../../admin/resources/tenants/body.ts'

const closed = { additionalProperties: false }

type BillingBody = Type.Static<typeof billingBody>

/** A tenant as the file wants it: the body of PUT /admin/tenants/<id>, and beside it that of PUT /admin/billing/<id>. */
const wantedTenant = Type.Object({ ...tenantBody.properties, billing: Type.Optional(billingBody) }, closed)

const fileSchema = Type.Object({ tenants: Type.Record(Type.String(), wantedTenant) }, closed)

export interface Wanted {
  readonly tenant: TenantBody
  /** Unset: the file has no bill for the tenant. */
  readonly billing?: BillingBody | undefined
}

/** The members that the gateway adds to a record; a file made from its answers may have them. */
const addedMembers = ['id', 'tenant_id', 'created_at', 'updated_at', 'version', 'tool_list', 'warnings']

const withoutAdded = <T extends object>(record: T): T =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !addedMembers.includes(name))) as T

/**
 * The tenant with the defaults that the gateway fills in, so that it equals the gateway's answer. A stored tenant keeps
 * its surface unless the file names one.
 */
export const completeTenant = (
  { providers, options, ...rest }: TenantBody,
  stored?: Pick<TenantBody, 'options'>,
): TenantBody => ({
  ...withoutAdded(rest),
  providers: Object.fromEntries(
    Object.entries(providers).map(([id, { accounts, default: chosen = accounts[0]?.id ?? '' }]) => [
      id,
      { accounts, default: chosen },
    ]),
  ),
  options: { allow_raw: false, tools: stored?.options?.tools ?? 'auto', ...options },
})

export const completeBilling = ({ hard_limit = false, ...billing }: BillingBody): BillingBody => ({
  ...withoutAdded(billing),
  hard_limit,
})

/** The tenants of a file by their ids. Throws CommandError that names every member that is wrong. */
export const readWanted = (content: unknown): ReadonlyMap<string, Wanted> => {
  if (!Value.Check(fileSchema, content)) {
    const details = findProblems(fileSchema, content).map(({ path, message }) =>
      showText(`${path || 'the file'}: ${message}`),
    )
    throw new CommandError('usage', 'the file is not a valid configuration; nothing was changed', details)
  }
  return new Map(
    Object.entries(content.tenants).map(([id, { billing, ...tenant }]) => [
      id,
      { tenant, billing: billing && completeBilling(billing) },
    ]),
  )
}
