import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Field } from '../parts/field.tsx'
import { Once, textOf } from '../parts/form-modal.tsx'
import { InlineForm } from '../parts/inline-form.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Page, Section } from '../parts/page.tsx'
import { type Providers, ProvidersField } from '../parts/providers-field.tsx'
import { mintToken, TokenFields } from '../parts/token-fields.tsx'
import { ApiError, api, unwrap } from '../state/api.ts'
import { useUrl } from '../state/search.ts'
import { t } from '../texts.ts'
import { FirstCall } from './first-call.tsx'
import { FirstCredentials } from './first-credentials.tsx'

/** An id that is taken is a fault of this field alone. */
const isTaken = (error: unknown): boolean => error instanceof ApiError && (error.status === 412 || error.status === 409)

const Who = () => {
  const navigate = useNavigate()
  const [providers, setProviders] = useState<Providers>({})
  const [taken, setTaken] = useState<string>()
  const make = async (form: FormData) => {
    const id = textOf(form, 'id') ?? ''
    const body = { name: textOf(form, 'name') ?? id, status: 'active' as const, providers }
    try {
      // Never over one that is there already.
      const params = { path: { tenant: id }, header: { 'If-None-Match': '*' } }
      await unwrap(api.PUT('/admin/tenants/{tenant}', { params, body }))
    } catch (error) {
      if (!isTaken(error)) throw error
      return setTaken(id)
    }
    void navigate({ to: '/tenants/new', search: { tenant: id } })
  }
  return (
    <Section title={t.wizard.who}>
      <InlineForm submit={t.tenants.make} isDisabled={Object.keys(providers).length === 0} send={make}>
        <Field
          label={t.tenants.id}
          help={t.tenants.idHelp}
          problem={taken === undefined ? undefined : t.wizard.taken(taken)}
        >
          {(field) => (
            <input
              {...field}
              name="id"
              required
              pattern="[a-z0-9][a-z0-9_\-]{0,63}"
              maxLength={64}
              autoComplete="off"
              onChange={() => setTaken(undefined)}
            />
          )}
        </Field>
        <Field label={t.tenants.name}>
          {(field) => <input {...field} name="name" maxLength={200} autoComplete="off" />}
        </Field>
        <h3>{t.nav.accounts}</h3>
        <ProvidersField value={providers} onChange={setProviders} />
      </InlineForm>
    </Section>
  )
}

interface TokenProps {
  readonly tenant: string
  readonly token: string | undefined
  readonly onMade: (token: string) => void
}

const FirstToken = ({ tenant, token, onMade }: TokenProps) => {
  const [allow, setAllow] = useState<readonly string[]>([])
  return (
    <Section title={t.wizard.token}>
      {token === undefined ? (
        <InlineForm submit={t.tokens.mint} send={async (form) => onMade(await mintToken(tenant, allow, form))}>
          <TokenFields tenant={tenant} allow={allow} onAllow={setAllow} />
        </InlineForm>
      ) : (
        <Once label={t.tokens.once} value={token} />
      )}
    </Section>
  )
}

const Steps = ({ id }: { readonly id: string }) => {
  const [token, setToken] = useState<string>()
  const query = useQuery({
    queryKey: ['tenant', id],
    queryFn: () => unwrap(api.GET('/admin/tenants/{tenant}', { params: { path: { tenant: id } } })),
  })
  return (
    <Loaded query={query}>
      {({ providers }) => (
        <>
          <FirstCredentials tenant={id} providers={providers} />
          <FirstToken tenant={id} token={token} onMade={setToken} />
          <FirstCall tenant={id} providers={providers} token={token} />
        </>
      )}
    </Loaded>
  )
}

/** From a name to a call that works. The URL has the tenant once it is made, so that a reload goes on there. */
export const NewTenant = () => {
  const [{ tenant = '' }] = useUrl()
  return (
    <Page title={tenant === '' ? t.tenants.make : t.tenants.one(tenant)} lead={t.wizard.lead}>
      {tenant === '' ? (
        <Who />
      ) : (
        <>
          <Steps id={tenant} />
          <Link to="/tenants/$id" params={{ id: tenant }}>
            {t.wizard.all}
          </Link>
        </>
      )}
    </Page>
  )
}
