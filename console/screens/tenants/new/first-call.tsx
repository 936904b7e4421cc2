import { parseExact } from '@patchbay/core/exact-json'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { LabelledField } from '../../../parts/form/field.tsx'
import { InlineForm } from '../../../parts/form/inline-form.tsx'
import type { TenantProviders } from '../../../parts/form/pick/providers-field.tsx'
import { Badge } from '../../../parts/inline/badge.tsx'
import { Code } from '../../../parts/page/code.tsx'
import { Loaded } from '../../../parts/page/loaded.tsx'
import { Section } from '../../../parts/page/page.tsx'
import { formatCurlCommand } from '../../../state/curl.ts'
import { type ApiSchemas, api, unwrap } from '../../../state/gateway/api.ts'
import { readPublicOrigin, useConfiguration } from '../../../state/gateway/reads.ts'
import { words } from '../../../words.ts'
import { firstStepsTexts as t } from '../first-steps-texts.ts'
import css from './first-call.module.css'

interface Answered {
  readonly status: number
  readonly text: string
  readonly requestId: string | null
}

/** Calls as a caller does: with the tenant token only, not with the session. */
const call = async (url: string, token: string, body: string): Promise<Answered> => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', credentials: 'omit', headers, body })
  const text = await response.text()
  return {
    status: response.status,
    text: JSON.stringify(parseExact(text), undefined, 2),
    requestId: response.headers.get('x-request-id'),
  }
}

const Answer = ({ answered: { status, text, requestId } }: { readonly answered: Answered }) => (
  <div role="status" className={css.answer}>
    <p>
      <Badge tone={status < 300 ? 'good' : 'wrong'}>{String(status)}</Badge> {status < 300 ? t.works : t.failed}{' '}
      {requestId !== null && (
        <Link to="/calls/$id" params={{ id: requestId }}>
          {t.show}
        </Link>
      )}
    </p>
    <Code label={t.answer}>{text}</Code>
  </div>
)

interface CallProps {
  readonly tenant: string
  readonly token: string | undefined
  readonly provider: ApiSchemas['Provider']
  /** The origin for calls; `null` if it is the console's own. */
  readonly elsewhere: string | null
}

const Call = ({ tenant, token, provider, elsewhere }: CallProps) => {
  const read = provider.probe ?? { action: provider.actions.find(({ kind }) => kind === 'read')?.name, params: {} }
  const [body, setBody] = useState(JSON.stringify({ action: read.action, ...read.params }, undefined, 2))
  const [answered, setAnswered] = useState<Answered>()
  const url = `${elsewhere ?? window.location.origin}/api/v1/${tenant}/${provider.id}`
  const curl = <Code label={t.curl}>{formatCurlCommand(url, body)}</Code>
  if (elsewhere !== null) {
    return (
      <>
        <p>{t.elsewhere}</p>
        {curl}
      </>
    )
  }
  return (
    <>
      <InlineForm
        submit={t.call}
        isDisabled={token === undefined}
        send={async () => setAnswered(await call(url, token ?? '', body))}
      >
        <LabelledField label={t.body} help={token === undefined ? t.noToken : t.bodyHelp}>
          {(field) => <textarea {...field} rows={5} value={body} onChange={({ target }) => setBody(target.value)} />}
        </LabelledField>
      </InlineForm>
      {answered && <Answer answered={answered} />}
      <details>
        <summary>{t.curl}</summary>
        {curl}
      </details>
    </>
  )
}

interface Props {
  readonly tenant: string
  readonly providers: TenantProviders
  readonly token: string | undefined
}

/** A real call over REST with the token that was just created. */
export const FirstCall = ({ tenant, providers, token }: Props) => {
  const ids = Object.keys(providers)
  const [chosen = ids[0] ?? '', choose] = useState<string>()
  const query = useQuery({
    queryKey: ['provider', chosen],
    queryFn: () => unwrap(api.GET('/admin/providers/{provider}', { params: { path: { provider: chosen } } })),
    staleTime: 600_000,
  })
  const configuration = useConfiguration()
  return (
    <Section title={t.firstCall}>
      {ids.length > 1 && (
        <LabelledField label={words.provider}>
          {(field) => (
            <select {...field} value={chosen} onChange={({ target }) => choose(target.value)}>
              {ids.map((id) => (
                <option key={id}>{id}</option>
              ))}
            </select>
          )}
        </LabelledField>
      )}
      <Loaded query={configuration}>
        {(settings) => {
          const isElsewhere = settings.some(({ name, value }) => name === 'ADMIN_PORT' && value !== null)
          const elsewhere = isElsewhere ? readPublicOrigin(settings) : null
          return (
            <Loaded query={query}>
              {(provider) => (
                <Call key={provider.id} tenant={tenant} token={token} provider={provider} elsewhere={elsewhere} />
              )}
            </Loaded>
          )
        }}
      </Loaded>
    </Section>
  )
}
