import { GatewayError, invalid } from '@patchbay/core/errors'
import type { BillingConfiguration, BillingRecord } from '@patchbay/core/store'
import { isCurrency, settleQuota } from '@patchbay/core/usage'
import Type from 'typebox'
import { json, type Route } from '../exchange.ts'
import type { AdminParts, Gate } from './gate.ts'
import type { PathParams } from './path-params.ts'
import { tenantNotFound } from './tenants.ts'

const path = '/admin/billing/:tenant'

const billingBody = Type.Object(
  {
    plan: Type.String({ minLength: 1, maxLength: 200 }),
    currency: Type.String(),
    included_calls: Type.Integer({ minimum: 0, maximum: 1e12 }),
    price_per_call: Type.String(),
    monthly_limit: Type.Optional(Type.Integer({ minimum: 0, maximum: 1e12 })),
    hard_limit: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
)

const price = /^(0|[1-9]\d{0,11})(\.\d{1,12})?$/

/** Throws VALIDATION_ERROR where the members are of the right types and can't be meant. */
const checkBilling = ({
  currency,
  price_per_call,
  monthly_limit,
  hard_limit,
}: Omit<BillingConfiguration, 'plan' | 'included_calls'>): void => {
  if (!isCurrency(currency)) throw invalid('/currency', 'must be the code of a currency (ISO 4217), e.g. EUR')
  if (!price.test(price_per_call)) throw invalid('/price_per_call', 'must be a decimal number as text, e.g. "0.0025"')
  if (hard_limit && monthly_limit === null) throw invalid('/monthly_limit', 'is required with hard_limit')
}

const shown = ({ tenant, monthly_limit, ...rest }: BillingRecord) => ({
  tenant_id: tenant,
  ...rest,
  ...(monthly_limit !== null && { monthly_limit }),
})

const about = ({ tenant }: PathParams<typeof path>) => ({ tenant, key: `billing/${tenant}` })

/** `/admin/billing`: what tenants pay, and how much they may call. */
export const billingRoutes = (gate: Gate, { store, now = () => new Date() }: AdminParts): Route[] => [
  gate({
    method: 'PUT',
    path,
    action: 'put_billing',
    about,
    body: billingBody,
    async handle({ params: { tenant }, body }) {
      const billing = { monthly_limit: null, hard_limit: false, ...body }
      checkBilling(billing)
      const stored = await store.billing.put(tenant, billing, now())
      if (stored === 'TENANT_NOT_FOUND') throw tenantNotFound(tenant)
      await settleQuota(store, stored, now())
      return json(shown(stored))
    },
  }),
  gate({
    method: 'GET',
    path,
    action: 'get_billing',
    about,
    async handle({ params: { tenant } }) {
      const record = await store.billing.get(tenant)
      if (record) return json(shown(record))
      if (!(await store.tenants.get(tenant))) throw tenantNotFound(tenant)
      throw new GatewayError(
        'NOT_FOUND',
        `The tenant ${tenant} has no billing configuration; put it with PUT /admin/billing/${tenant}`,
      )
    },
  }),
]
