import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Badge } from '../parts/badge.tsx'
import { Field } from '../parts/field.tsx'
import { InlineForm } from '../parts/inline-form.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Section } from '../parts/page.tsx'
import type { Providers } from '../parts/providers-field.tsx'
import { api, type Schemas, unwrap } from '../state/api.ts'
import { curlOf } from '../state/curl.ts'
import { t } from '../texts.ts'
import css from './provider.module.css'

interface Answered {
  readonly status: number
  readonly text: string
  readonly requestId: string | null
}

/** As a caller does: with the tenant token alone, not with the session. */
const call = async (url: string, token: string, body: string): Promise<Answered> => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', credentials: 'omit', headers, body })
  const text = await response.text()
  return {
    status: response.status,
    text: JSON.stringify(JSON.parse(text), undefined, 2),
    requestId: response.headers.get('x-request-id'),
  }
}

const Answer = ({ answered: { status, text, requestId } }: { readonly answered: Answered }) => (
  <div role="status">
    <p>
      <Badge tone={status < 300 ? 'good' : 'wrong'}>{String(status)}</Badge>{' '}
      {status < 300 ? t.wizard.works : t.wizard.failed}{' '}
      {requestId !== null && (
        <Link to="/calls/$id" params={{ id: requestId }}>
          {t.wizard.look}
        </Link>
      )}
    </p>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
    <pre className={css.code} tabIndex={0}>
      {text}
    </pre>
  </div>
)

interface CallProps {
  readonly tenant: string
  readonly token: string | undefined
  readonly provider: Schemas['Provider']
  /** Where calls go; `null`: to the listener of the console. */
  readonly elsewhere: string | null
}

const Call = ({ tenant, token, provider, elsewhere }: CallProps) => {
  const read = provider.probe ?? { action: provider.actions.find(({ kind }) => kind === 'read')?.name, params: {} }
  const [body, setBody] = useState(JSON.stringify({ action: read.action, ...read.params }, undefined, 2))
  const [answered, setAnswered] = useState<Answered>()
  const url = `${elsewhere ?? window.location.origin}/api/v1/${tenant}/${provider.id}`
  const curl = (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <pre className={css.code} tabIndex={0}>
      {curlOf(url, body)}
    </pre>
  )
  if (elsewhere !== null) {
    return (
      <>
        <p>{t.wizard.elsewhere}</p>
        {curl}
      </>
    )
  }
  return (
    <>
      <InlineForm
        submit={t.wizard.call}
        isDisabled={token === undefined}
        send={async () => setAnswered(await call(url, token ?? '', body))}
      >
        <Field label={t.wizard.body} help={token === undefined ? t.wizard.noToken : t.wizard.bodyHelp}>
          {(field) => <textarea {...field} rows={5} value={body} onChange={({ target }) => setBody(target.value)} />}
        </Field>
      </InlineForm>
      {answered && <Answer answered={answered} />}
      <details>
        <summary>{t.wizard.curl}</summary>
        {curl}
      </details>
    </>
  )
}

interface Props {
  readonly tenant: string
  readonly providers: Providers
  readonly token: string | undefined
}

/** A real call by REST with the token that was just made. */
export const FirstCall = ({ tenant, providers, token }: Props) => {
  const ids = Object.keys(providers)
  const [chosen = ids[0] ?? '', choose] = useState<string>()
  const query = useQuery({
    queryKey: ['provider', chosen],
    queryFn: () => unwrap(api.GET('/admin/providers/{provider}', { params: { path: { provider: chosen } } })),
    staleTime: 600_000,
  })
  const configuration = useQuery({
    queryKey: ['configuration'],
    queryFn: async () => (await unwrap(api.GET('/admin/configuration'))).configuration,
    staleTime: 600_000,
  })
  return (
    <Section title={t.wizard.firstCall}>
      {ids.length > 1 && (
        <Field label={t.call.provider}>
          {(field) => (
            <select {...field} value={chosen} onChange={({ target }) => choose(target.value)}>
              {ids.map((id) => (
                <option key={id}>{id}</option>
              ))}
            </select>
          )}
        </Field>
      )}
      <Loaded query={configuration}>
        {(settings) => {
          const settingOf = (name: string) => settings.find((setting) => setting.name === name)?.value ?? null
          const elsewhere = settingOf('ADMIN_PORT') === null ? null : String(settingOf('BASE_URL') ?? '<BASE_URL>')
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
