import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { CheckField } from '../../parts/form/check-field.tsx'
import { LabelledField } from '../../parts/form/field.tsx'
import { TenantField } from '../../parts/form/pick/tenant-field.tsx'
import { SchemaFields } from '../../parts/form/schema-fields.tsx'
import { FieldFault, readSchemaForm, type SchemaParameter } from '../../parts/form/schema-parameters.ts'
import { useSend } from '../../parts/form/use-send.ts'
import { Badge } from '../../parts/inline/badge.tsx'
import { Code } from '../../parts/page/code.tsx'
import { JsonCode } from '../../parts/page/json-code.tsx'
import { ProblemBox } from '../../parts/page/loaded.tsx'
import { Section } from '../../parts/page/page.tsx'
import { type ApiSchemas, api, unwrap } from '../../state/gateway/api.ts'
import { useUrl } from '../../state/search.ts'
import { useTenant } from '../tenants/tenant.tsx'
import { AnswerFile } from './answer-file.tsx'
import { providersTexts as t } from './providers-texts.ts'
import { createSender } from './send-file.ts'
import { formatTriedRequest, readTriedRequest } from './tried-request.ts'

type Answer = ApiSchemas['AdminCallAnswer']

/** The call in the log, and how it went. */
const Outcome = ({ answer: { status, request_id }, text }: { readonly answer: Answer; readonly text: string }) => (
  <p className="row">
    <Badge tone={status < 400 ? 'good' : 'wrong'}>{String(status)}</Badge>
    {text}
    <Link to="/calls/$id" params={{ id: request_id }}>
      {t.run.show}
    </Link>
  </p>
)

const Answered = ({ answer, isFile }: { readonly answer: Answer; readonly isFile: boolean }) => (
  <div role="status">
    <Outcome answer={answer} text={answer.status < 400 ? t.run.worked : t.run.failed} />
    {isFile && <AnswerFile answer={answer.answer} />}
    <JsonCode label={t.run.answer} value={answer.answer} />
  </div>
)

/** The result of a dry run: the request, or the reason for having none. */
const Tried = ({ answer }: { readonly answer: Answer }) => {
  const request = readTriedRequest(answer.answer)
  return (
    <div role="status">
      <Outcome answer={answer} text={request ? t.run.tried : t.run.wouldFail} />
      <Code label={request ? t.run.request : t.run.answer}>
        {request ? formatTriedRequest(request) : JSON.stringify(answer.answer, undefined, 2)}
      </Code>
    </div>
  )
}

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

/** The parameter that makes a file of an answer; none of an action has its name. */
const asFile = 'as_file'

interface Props {
  readonly provider: string
  readonly action: ApiSchemas['Action']
  readonly parameters: readonly SchemaParameter[]
}

/** Shows the request of an action for a tenant, and calls it. A write is run once its request was shown. */
export const RunAction = ({ provider, action, parameters }: Props) => {
  const [{ tenant = '' }, change] = useUrl()
  const [tried, setTried] = useState<Answer>()
  const [answer, setAnswer] = useState<Answer>()
  const [fault, setFault] = useState<string>()
  const [sendFiles] = useState(createSender)
  const forget = () => {
    setTried(undefined)
    setAnswer(undefined)
    setFault(undefined)
  }
  const { error, isBusy, onSubmit } = useSend(async (form) => {
    const isTry = form.has('dry_run')
    setAnswer(undefined)
    try {
      const params = {
        ...(await sendFiles(tenant, readSchemaForm(parameters, form))),
        ...(form.has(asFile) && { as_file: true }),
      }
      const account_id = String(form.get('account_id') ?? '')
      const call = { tenant_id: tenant, provider, action: action.name, params, ...(account_id && { account_id }) }
      const body = { ...call, ...(isTry && { dry_run: true }) }
      const answered = await unwrap(api.POST('/admin/calls', { body }))
      if (isTry) setTried(answered)
      else setAnswer(answered)
    } catch (thrown) {
      if (!(thrown instanceof FieldFault)) throw thrown
      setFault(t.run.invalid(thrown.field))
    }
  })
  const isWrite = action.kind !== 'read'
  const isShown = tried !== undefined && tried.status < 400
  return (
    <Section title={t.run.title} lead={isWrite ? `${t.run.lead} ${t.run.writeLead}` : t.run.lead}>
      <form onSubmit={onSubmit} onChange={forget}>
        {error !== undefined && <ProblemBox error={error} />}
        <TenantField
          value={tenant}
          onChange={(chosen) => {
            forget()
            change({ tenant: chosen || undefined, account: undefined })
          }}
        />
        {tenant !== '' && (
          <>
            <AccountField tenant={tenant} provider={provider} />
            <SchemaFields parameters={parameters} />
            {action.answers_bytes && (
              <CheckField name={asFile} label={t.run.asFile} help={t.run.asFileHelp} defaultChecked />
            )}
          </>
        )}
        {fault !== undefined && <p role="alert">{fault}</p>}
        <p className="row">
          <Button
            type="submit"
            name="dry_run"
            value="on"
            isMain={!isShown}
            isBusy={isBusy}
            disabled={tenant === ''}
            title={t.run.tryTitle}
          >
            {t.run.try}
          </Button>
          <Button
            type="submit"
            isMain={isShown && !isWrite}
            isFinal={isShown && isWrite}
            isBusy={isBusy}
            disabled={tenant === '' || (isWrite && !isShown)}
          >
            {isWrite ? t.run.write : t.run.read}
          </Button>
        </p>
      </form>
      {tried && <Tried answer={tried} />}
      {answer && <Answered answer={answer} isFile={action.answers_bytes} />}
    </Section>
  )
}
