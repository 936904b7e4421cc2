import { GatewayError, invalid } from '@patchbay/core/errors'
import type { BillingRecord } from '@patchbay/core/store'
import { isCurrency, settleQuota } from '@patchbay/core/usage'
import Type from 'typebox'
import { json, type Route } from '../http/exchange.ts'
import type { AdminParts, AdminRouteFactory } from './admin-route.ts'
import type { PathParams } from './path-params.ts'
import { tenantNotFound } from './tenants.ts'

const path = '/admin/billing/:tenant'

const currencyMessage = 'must be the code of a currency (ISO 4217), e.g. EUR'

const billingBody = Type.Object(
  {
    plan: Type.String({ minLength: 1, maxLength: 200 }),
    currency: Type.String({ pattern: '^[A-Z]{3}$', errorMessage: currencyMessage }),
    included_calls: Type.Integer({ minimum: 0, maximum: 1e12 }),
    price_per_call: Type.String({
      pattern: '^(0|[1-9]\\d{0,11})(\\.\\d{1,12})?$',
      errorMessage: 'must be a decimal number as text, e.g. "0.0025"',
    }),
    monthly_limit: Type.Optional(Type.Integer({ minimum: 0, maximum: 1e12 })),
    hard_limit: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
)

const toJson = ({ tenant, monthly_limit, ...rest }: BillingRecord) => ({
  tenant_id: tenant,
  ...rest,
  ...(monthly_limit !== null && { monthly_limit }),
})

const auditTarget = ({ tenant }: PathParams<typeof path>) => ({ tenant, key: `billing/${tenant}` })

/** `/admin/billing`: what tenants pay, and how much they may call. */
export const billingRoutes = (
  adminRoute: AdminRouteFactory,
  { store, now = () => new Date() }: AdminParts,
): Route[] => [
  adminRoute({
    method: 'PUT',
    path,
    action: 'put_billing',
    auditTarget,
    body: billingBody,
    async handle({ params: { tenant }, body: { monthly_limit = null, hard_limit = false, ...body } }) {
      if (!isCurrency(body.currency)) throw invalid('/currency', currencyMessage)
      if (hard_limit && monthly_limit === null) throw invalid('/monthly_limit', 'is required with hard_limit')
      const stored = await store.billing.put(tenant, { ...body, monthly_limit, hard_limit }, now())
      if (stored === 'TENANT_NOT_FOUND') throw tenantNotFound(tenant)
      await settleQuota(store, stored, now())
      return json(toJson(stored))
    },
  }),
  adminRoute({
    method: 'GET',
    path,
    action: 'get_billing',
    auditTarget,
    async handle({ params: { tenant } }) {
      const record = await store.billing.get(tenant)
      if (record) return json(toJson(record))
      if (!(await store.tenants.get(tenant))) throw tenantNotFound(tenant)
      throw new GatewayError(
        'NOT_FOUND',
        `The tenant ${tenant} has no billing configuration; put it with PUT /admin/billing/${tenant}`,
      )
    },
  }),
]
