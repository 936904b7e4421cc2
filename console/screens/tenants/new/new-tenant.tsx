import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { buttonClass } from '../../../parts/button.tsx'
import { LabelledField } from '../../../parts/form/field.tsx'
import { Once, readTextField } from '../../../parts/form/form-modal.tsx'
import { InlineForm } from '../../../parts/form/inline-form.tsx'
import { ProvidersField, type TenantProviders } from '../../../parts/form/pick/providers-field.tsx'
import { mintToken, TokenFields } from '../../../parts/form/token-fields.tsx'
import { Loaded } from '../../../parts/page/loaded.tsx'
import { ScreenPage, Section } from '../../../parts/page/page.tsx'
import { ApiError, api, unwrap } from '../../../state/gateway/api.ts'
import { letRun } from '../../../state/let-run.ts'
import { useUrl } from '../../../state/search.ts'
import { words } from '../../../words.ts'
import { tenantsTexts as t } from '../tenants-texts.ts'
import { FirstCall } from './first-call.tsx'
import { FirstCredentials } from './first-credentials.tsx'

/** A taken id is a problem of the id field only. */
const isTaken = (error: unknown): boolean => error instanceof ApiError && (error.status === 412 || error.status === 409)

/** "Initech GmbH" becomes `initech-gmbh`. */
const suggestId = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()
    .replaceAll(' ', '-')
    .slice(0, 64)

const Who = () => {
  const navigate = useNavigate()
  const [providers, setProviders] = useState<TenantProviders>({})
  const [taken, setTaken] = useState<string>()
  const [{ id: wanted }] = useUrl()
  const [name, setName] = useState('')
  const [typed, setTyped] = useState(wanted)
  const id = typed ?? suggestId(name)
  const hasNoAccount = Object.keys(providers).length === 0
  const make = async (form: FormData) => {
    const body = { name: readTextField(form, 'name') ?? id, status: 'active' as const, providers }
    try {
      // Never overwrites an existing tenant.
      const params = { path: { tenant: id }, header: { 'If-None-Match': '*' as const } }
      await unwrap(api.PUT('/admin/tenants/{tenant}', { params, body }))
    } catch (error) {
      if (!isTaken(error)) throw error
      return setTaken(id)
    }
    letRun(navigate({ to: '/tenants/new', search: { tenant: id } }))
  }
  return (
    <Section title={t.wizard.who}>
      <InlineForm submit={words.createTenant} isDisabled={hasNoAccount} send={make}>
        <LabelledField label={words.name}>
          {(field) => (
            <input
              {...field}
              name="name"
              maxLength={200}
              autoComplete="off"
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
          )}
        </LabelledField>
        <LabelledField label={words.id} help={t.idHelp} problem={taken === id ? t.wizard.taken(id) : undefined}>
          {(field) => (
            <input
              {...field}
              name="id"
              value={id}
              required
              pattern="[a-z0-9][a-z0-9_\-]{0,63}"
              maxLength={64}
              autoComplete="off"
              onChange={({ target }) => setTyped(target.value)}
            />
          )}
        </LabelledField>
        <h3>{words.screens.accounts}</h3>
        {hasNoAccount && <p className="quiet">{t.wizard.needsAccount}</p>}
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
        <InlineForm
          submit={words.tenantToken.create}
          send={async (form) => onMade(await mintToken(tenant, allow, form))}
        >
          <TokenFields tenant={tenant} allow={allow} onAllow={setAllow} />
        </InlineForm>
      ) : (
        <Once label={words.tenantToken.once} value={token} />
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

/**
 * The form for a new tenant, from its name to a successful call. Once the tenant exists, its id is in the URL, so a
 * reload continues there.
 */
export const NewTenant = () => {
  const [{ tenant = '' }] = useUrl()
  return (
    <ScreenPage
      title={tenant === '' ? words.createTenant : t.wizard.setUp(tenant)}
      lead={t.wizard.lead}
      up={{ to: '/tenants', title: words.screens.tenants }}
      isNarrow
    >
      {tenant === '' ? (
        <Who />
      ) : (
        <>
          <Steps id={tenant} />
          <Link to="/tenants/$id" params={{ id: tenant }} className={buttonClass}>
            {t.wizard.allSettings}
          </Link>
        </>
      )}
    </ScreenPage>
  )
}
