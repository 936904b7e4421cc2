import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { LabelledField } from '../../parts/form/field.tsx'
import { SchemaFields } from '../../parts/form/schema-fields.tsx'
import { FieldFault, readSchemaForm, type SchemaParameter } from '../../parts/form/schema-parameters.ts'
import { TenantField } from '../../parts/form/tenant-field.tsx'
import { useSend } from '../../parts/form/use-send.ts'
import { Badge } from '../../parts/inline/badge.tsx'
import { Code } from '../../parts/page/code.tsx'
import { ProblemBox } from '../../parts/page/loaded.tsx'
import { Section } from '../../parts/page/page.tsx'
import { type ApiSchemas, api, unwrap } from '../../state/api.ts'
import { useUrl } from '../../state/search.ts'
import { useTenant } from '../tenants/tenant.tsx'
import { providersTexts as t } from './providers-texts.ts'

type Answer = ApiSchemas['AdminCallAnswer']

const Shown = ({ answer: { status, answer, request_id } }: { readonly answer: Answer }) => (
  <div role="status">
    <p className="row">
      <Badge tone={status < 400 ? 'good' : 'wrong'}>{String(status)}</Badge>
      {status < 400 ? t.run.worked : t.run.failed}
      <Link to="/calls/$id" params={{ id: request_id }}>
        {t.run.show}
      </Link>
    </p>
    <Code label={t.run.answer}>{JSON.stringify(answer, undefined, 2)}</Code>
  </div>
)

/** The account that the call is for; a tenant often has only one. */
const AccountField = ({ tenant, provider }: { readonly tenant: string; readonly provider: string }) => {
  const [{ account }] = useUrl()
  const { data } = useTenant(tenant)
  const accounts = data?.providers[provider]?.accounts ?? []
  if (!data) return null
  if (accounts.length === 0) return <p role="alert">{t.run.noAccount(data.name)}</p>
  return (
    <LabelledField label={t.run.account}>
      {(field) => (
        <select {...field} name="account_id" key={tenant} defaultValue={account ?? accounts[0]?.id}>
          {accounts.map(({ id, label }) => (
            <option key={id} value={id}>
              {label === id ? id : `${label} (${id})`}
            </option>
          ))}
        </select>
      )}
    </LabelledField>
  )
}

interface Props {
  readonly provider: string
  readonly action: ApiSchemas['Action']
  readonly parameters: readonly SchemaParameter[]
}

/** Calls an action for a tenant. */
export const RunAction = ({ provider, action, parameters }: Props) => {
  const [{ tenant = '' }, change] = useUrl()
  const [answer, setAnswer] = useState<Answer>()
  const [fault, setFault] = useState<string>()
  const { error, isBusy, onSubmit } = useSend(async (form) => {
    setFault(undefined)
    setAnswer(undefined)
    try {
      const params = readSchemaForm(parameters, form)
      const account_id = String(form.get('account_id') ?? '')
      const body = { tenant_id: tenant, provider, action: action.name, params, ...(account_id && { account_id }) }
      setAnswer(await unwrap(api.POST('/admin/calls', { body })))
    } catch (thrown) {
      if (!(thrown instanceof FieldFault)) throw thrown
      setFault(t.run.invalid(thrown.field))
    }
  })
  const isWrite = action.kind === 'write'
  return (
    <Section title={t.run.title} lead={t.run.lead}>
      <form onSubmit={onSubmit}>
        {error !== undefined && <ProblemBox error={error} />}
        <TenantField
          value={tenant}
          onChange={(chosen) => change({ tenant: chosen || undefined, account: undefined })}
        />
        {tenant !== '' && (
          <>
            <AccountField tenant={tenant} provider={provider} />
            <SchemaFields parameters={parameters} />
          </>
        )}
        {fault !== undefined && <p role="alert">{fault}</p>}
        <p className="row">
          <Button type="submit" isMain={!isWrite} isFinal={isWrite} isBusy={isBusy} disabled={tenant === ''}>
            {isWrite ? t.run.write : t.run.read}
          </Button>
        </p>
      </form>
      {answer && <Shown answer={answer} />}
    </Section>
  )
}
