import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { CheckField } from '../../parts/form/check-field.tsx'
import { LabelledField } from '../../parts/form/field.tsx'
import { FormModal, readNumberField, readTextField } from '../../parts/form/form-modal.tsx'
import { announceDone } from '../../parts/over/toasts.tsx'
import { ProblemBox } from '../../parts/page/loaded.tsx'
import { type ApiSchemas, api, unwrap } from '../../state/gateway/api.ts'
import { useMay } from '../../state/gateway/session.ts'
import { words } from '../../words.ts'
import { costsTexts as t } from './costs-texts.ts'

type Billing = ApiSchemas['Billing']

interface Props {
  readonly tenant: string
  /** `null`: the tenant has no plan yet. */
  readonly plan: Billing | null
  readonly onClose: () => void
}

const Edit = ({ tenant, plan, onClose }: Props) => {
  const [isHard, setHard] = useState(plan?.hard_limit ?? false)
  return (
    <FormModal
      title={t.billing.edit}
      text={t.billing.text(tenant)}
      submit={t.billing.save}
      onClose={onClose}
      send={async (form) => {
        const monthly_limit = readNumberField(form, 'monthly_limit')
        const header = plan ? { 'If-Match': `"${plan.version}"` } : { 'If-None-Match': '*' as const }
        await unwrap(
          api.PUT('/admin/billing/{tenant}', {
            params: { path: { tenant }, header },
            body: {
              plan: readTextField(form, 'plan') ?? '',
              currency: (readTextField(form, 'currency') ?? '').toUpperCase(),
              included_calls: readNumberField(form, 'included_calls') ?? 0,
              price_per_call: readTextField(form, 'price_per_call') ?? '0',
              hard_limit: form.get('hard_limit') === 'on',
              ...(monthly_limit !== undefined && { monthly_limit }),
            },
          }),
        )
        announceDone(t.billing.saved)
      }}
    >
      <LabelledField label={t.billing.plan}>
        {(field) => <input {...field} name="plan" required maxLength={200} defaultValue={plan?.plan} />}
      </LabelledField>
      <LabelledField label={t.billing.currency} help={t.billing.currencyHelp}>
        {(field) => (
          <input
            {...field}
            name="currency"
            required
            pattern="[A-Za-z]{3}"
            maxLength={3}
            defaultValue={plan?.currency}
          />
        )}
      </LabelledField>
      <LabelledField label={t.included}>
        {(field) => (
          <input {...field} name="included_calls" type="number" min={0} defaultValue={plan?.included_calls ?? 0} />
        )}
      </LabelledField>
      <LabelledField label={t.billing.price} help={t.billing.priceHelp}>
        {(field) => (
          <input
            {...field}
            name="price_per_call"
            inputMode="decimal"
            pattern="(0|[1-9][0-9]*)([.][0-9]+)?"
            required
            defaultValue={plan?.price_per_call}
          />
        )}
      </LabelledField>
      <LabelledField label={t.billing.limit} help={words.emptyForNoLimit}>
        {(field) => (
          <input
            {...field}
            name="monthly_limit"
            type="number"
            min={0}
            required={isHard}
            defaultValue={plan?.monthly_limit}
          />
        )}
      </LabelledField>
      <CheckField
        name="hard_limit"
        label={t.billing.hard}
        checked={isHard}
        onChange={({ target }) => setHard(target.checked)}
      />
    </FormModal>
  )
}

/** Changes the plan of a tenant. A plan that somebody else changed in the meantime is not overwritten. */
export const EditBilling = ({ tenant }: { readonly tenant: string }) => {
  const mayChange = useMay('operator')
  const [isOpen, setOpen] = useState(false)
  const query = useQuery({
    queryKey: ['billing', tenant],
    queryFn: async () => {
      const answer = await api.GET('/admin/billing/{tenant}', { params: { path: { tenant } } })
      return answer.response.status === 404 ? null : unwrap(Promise.resolve(answer))
    },
  })
  if (!mayChange) return null
  if (query.error) return <ProblemBox error={query.error} retry={query.refetch} />
  return (
    <>
      <Button disabled={query.data === undefined} onClick={() => setOpen(true)}>
        {t.billing.edit}
      </Button>
      {isOpen && query.data !== undefined && (
        <Edit key={query.data?.version} tenant={tenant} plan={query.data} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
