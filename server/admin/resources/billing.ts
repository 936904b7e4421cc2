import { GatewayError, invalid } from '@patchbay/core/errors'
import type { BillingRecord } from '@patchbay/core/store'
import { isCurrency, settleQuota } from '@patchbay/core/usage'
import Type from 'typebox'
import { json } from '../../http/exchange.ts'
import { addedMember, checkAddedMembers } from '../route/added-members.ts'
import { type AdminGroup, type AdminReply, adminRoute, jsonAnswer } from '../route/admin-route.ts'
import { checkPreconditions, formatEtag } from '../route/preconditions.ts'
import type { AdminPathParams } from '../route/values/path-params.ts'
import { closed, instant } from '../route/values/schemas.ts'
import { tenantNotFound } from './tenants/not-found.ts'

const path = '/admin/billing/:tenant'

const currencyMessage = 'must be the code of a currency (ISO 4217), e.g. EUR'

const members = {
  plan: Type.String({ minLength: 1, maxLength: 200 }),
  currency: Type.String({ pattern: '^[A-Z]{3}$', errorMessage: currencyMessage, description: 'ISO 4217, e.g. `EUR`' }),
  included_calls: Type.Integer({ minimum: 0, maximum: 1e12, description: 'Calls a month that the plan covers' }),
  price_per_call: Type.String({
    pattern: '^(0|[1-9]\\d{0,11})(\\.\\d{1,12})?$',
    errorMessage: 'must be a decimal number as text, e.g. "0.0025"',
    description: "A decimal number in the currency's major unit, for each call beyond, e.g. `0.0025`",
  }),
  monthly_limit: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 1e12, description: 'Billable calls a month; left out: no limit' }),
  ),
}

const hardLimit = Type.Boolean({ description: 'Whether calls over the limit are refused' })

/** A record from an answer is a valid body as well. */
export const billingBody = Type.Object(
  {
    tenant_id: addedMember(),
    ...members,
    hard_limit: Type.Optional(hardLimit),
    updated_at: addedMember(),
    version: addedMember(),
  },
  {
    ...closed,
    title: 'BillingConfiguration',
    examples: [{ plan: 'Team', currency: 'EUR', included_calls: 10_000, price_per_call: '0.0025' }],
  },
)

const billingJson = Type.Object(
  { tenant_id: Type.String(), ...members, hard_limit: hardLimit, updated_at: instant(), version: Type.String() },
  { title: 'Billing' },
)

const toJson = ({ tenant, monthly_limit, ...rest }: BillingRecord): Type.Static<typeof billingJson> => ({
  tenant_id: tenant,
  ...rest,
  ...(monthly_limit !== null && { monthly_limit }),
})

const buildReply = (record: BillingRecord): AdminReply =>
  json(toJson(record), 200, { etag: formatEtag(record.version) })

const auditTarget = ({ tenant }: AdminPathParams<typeof path>) => ({ tenant, key: `billing/${tenant}` })

export const billingRoutes: AdminGroup = {
  name: 'Billing',
  description: 'What tenants pay, and how many calls they may make.',
  routes: [
    adminRoute({
      method: 'PUT',
      path,
      action: 'put_billing',
      summary: "Replace a tenant's billing configuration",
      versioned: true,
      auditTarget,
      body: billingBody,
      answers: { 200: jsonAnswer('The billing configuration', billingJson) },
      errors: ['TENANT_NOT_FOUND', 'CONFLICT'],
      async handle({ params: { tenant }, body, preconditions }, { store, reports, now }) {
        const { tenant_id, updated_at, version, monthly_limit = null, hard_limit = false, ...rest } = body
        if (!isCurrency(rest.currency)) throw invalid('/currency', currencyMessage)
        if (hard_limit && monthly_limit === null) throw invalid('/monthly_limit', 'is required with hard_limit')
        let before: BillingRecord | undefined
        const stored = await store.billing.put(tenant, { ...rest, monthly_limit, hard_limit }, now(), (current) => {
          before = current
          checkPreconditions(preconditions, current?.version, `The billing configuration of ${tenant}`)
          const added = { tenant_id: tenant, updated_at: current?.updated_at, version: current?.version }
          checkAddedMembers({ tenant_id, updated_at, version }, added)
        })
        if (stored === 'TENANT_NOT_FOUND') throw tenantNotFound(tenant)
        await settleQuota({ quotas: store.quotas, billable: reports.billable }, stored, now())
        return { ...buildReply(stored), change: { from: before && toJson(before), to: toJson(stored) } }
      },
    }),
    adminRoute({
      method: 'GET',
      path,
      action: 'get_billing',
      summary: "Read a tenant's billing configuration",
      versioned: true,
      auditTarget,
      answers: { 200: jsonAnswer('The billing configuration', billingJson) },
      errors: ['TENANT_NOT_FOUND', 'NOT_FOUND'],
      async handle({ params: { tenant } }, { store }) {
        const record = await store.billing.get(tenant)
        if (record) return buildReply(record)
        if (!(await store.tenants.get(tenant))) throw tenantNotFound(tenant)
        throw new GatewayError('NOT_FOUND', `The tenant ${tenant} has no billing configuration`, {
          next: { route: 'put_billing', params: { tenant } },
        })
      },
    }),
  ],
}
