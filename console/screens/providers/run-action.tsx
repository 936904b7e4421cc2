import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { CheckField } from '../../parts/form/check-field.tsx'
import { LabelledField } from '../../parts/form/field.tsx'
import { TenantField } from '../../parts/form/pick/tenant-field.tsx'
import { SchemaFields } from '../../parts/form/schema/fields.tsx'
import { FieldFault, readSchemaForm, type SchemaParameter } from '../../parts/form/schema/parameters.ts'
import { useSend } from '../../parts/form/use-send.ts'
import { Badge } from '../../parts/inline/badge.tsx'
import { Code } from '../../parts/page/code.tsx'
import { JsonCode } from '../../parts/page/json-code.tsx'
import { Loaded, ProblemBox } from '../../parts/page/loaded.tsx'
import { Section } from '../../parts/page/page.tsx'
import { type ApiSchemas, api, unwrap } from '../../state/gateway/api.ts'
import { useProviders } from '../../state/gateway/reads.ts'
import { useUrl } from '../../state/search.ts'
import { type Tenant, useTenant } from '../tenants/tenant.tsx'
import { AnswerFile } from './answer-file.tsx'
import { FirstAccount } from './first-account.tsx'
import { LikelyTenants } from './likely-tenants.tsx'
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

type Accounts = Tenant['providers'][string]['accounts']

/** The account that the call is for; a tenant often has only one. */
const AccountField = ({ accounts }: { readonly accounts: Accounts }) => {
  const [{ account }] = useUrl()
  return (
    <LabelledField label={t.run.account}>
      {(field) => (
        <select {...field} name="account_id" defaultValue={account ?? accounts[0]?.id}>
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

interface CallProps extends Props {
  readonly tenant: string
  readonly accounts: Accounts
  /** Shows the request as soon as the form is there. */
  readonly isTriedAtOnce: boolean
}

/** The form of a call: it shows the request, and sends it. A write is run once its request was shown. */
const CallForm = ({ tenant, accounts, provider, action, parameters, isTriedAtOnce }: CallProps) => {
  const [tried, setTried] = useState<Answer>()
  const [answer, setAnswer] = useState<Answer>()
  const [fault, setFault] = useState<string>()
  const [sendFiles] = useState(createSender)
  const tryButton = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isTriedAtOnce) tryButton.current?.form?.requestSubmit(tryButton.current)
  }, [isTriedAtOnce])
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
    <>
      <form onSubmit={onSubmit} onChange={forget}>
        <AccountField accounts={accounts} />
        <SchemaFields parameters={parameters} />
        {action.answers_bytes && (
          <CheckField name={asFile} label={t.run.asFile} help={t.run.asFileHelp} defaultChecked />
        )}
        {fault !== undefined && <p role="alert">{fault}</p>}
        {error !== undefined && <ProblemBox error={error} />}
        <p className="row">
          <Button
            ref={tryButton}
            type="submit"
            name="dry_run"
            value="on"
            isMain={!isShown}
            isBusy={isBusy}
            title={t.run.tryTitle}
          >
            {t.run.try}
          </Button>
          <Button
            type="submit"
            isMain={isShown && !isWrite}
            isFinal={isShown && isWrite}
            isBusy={isBusy}
            disabled={isWrite && !isShown}
          >
            {isWrite ? t.run.write : t.run.read}
          </Button>
        </p>
      </form>
      {tried && <Tried answer={tried} />}
      {answer && <Answered answer={answer} isFile={action.answers_bytes} />}
    </>
  )
}

/** The call of a tenant that has an account to call with, or gets its first. */
const TenantCall = ({ tenant: id, ...call }: Props & { readonly tenant: string }) => {
  const [hasNew, setNew] = useState(false)
  const query = useTenant(id)
  const provider = useProviders().data?.find((one) => one.id === call.provider)
  return (
    <Loaded query={query}>
      {(tenant) => {
        const accounts = tenant.providers[call.provider]?.accounts ?? []
        if (accounts.length > 0) return <CallForm {...call} tenant={id} accounts={accounts} isTriedAtOnce={hasNew} />
        return provider && <FirstAccount tenant={tenant} provider={provider} onAdded={() => setNew(true)} />
      }}
    </Loaded>
  )
}

/** Tries an action for a tenant: the tenant is chosen first. */
export const RunAction = (props: Props) => {
  const [{ tenant = '' }, change] = useUrl()
  const choose = (chosen: string) => change({ tenant: chosen || undefined, account: undefined })
  return (
    <Section title={t.run.title} lead={props.action.kind === 'read' ? t.run.lead : `${t.run.lead} ${t.run.writeLead}`}>
      <TenantField value={tenant} onChange={choose} />
      {tenant === '' ? (
        <LikelyTenants provider={props.provider} onChoose={choose} />
      ) : (
        <TenantCall key={tenant} {...props} tenant={tenant} />
      )}
    </Section>
  )
}
