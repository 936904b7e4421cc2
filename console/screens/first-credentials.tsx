import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Badge } from '../parts/badge.tsx'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { Once, textOf } from '../parts/form-modal.tsx'
import { InlineForm } from '../parts/inline-form.tsx'
import { Loaded, Problem } from '../parts/loaded.tsx'
import { Section } from '../parts/page.tsx'
import type { Providers } from '../parts/providers-field.tsx'
import { api, type Schemas, unwrap } from '../state/api.ts'
import { whileUsed } from '../state/live.ts'
import { t } from '../texts.ts'

interface Ref {
  readonly tenant: string
  readonly provider: string
  readonly account: string
}

/** Stored by the administrator, or by whoever opens a connect link. */
const Store = ({ path, onStored }: { readonly path: Ref; readonly onStored: () => Promise<void> }) => {
  const [link, setLink] = useState<string>()
  const [error, setError] = useState<unknown>()
  const store = async (form: FormData) => {
    const body = { access_token: textOf(form, 'access_token') ?? '' }
    await unwrap(api.PUT('/admin/tokens/{tenant}/{provider}/{account}', { params: { path }, body }))
    await onStored()
  }
  const connect = async () => {
    const body = { tenant_id: path.tenant, provider: path.provider, account_id: path.account }
    try {
      setLink((await unwrap(api.POST('/admin/connect', { body }))).url)
      setError(undefined)
    } catch (thrown) {
      setError(thrown)
    }
  }
  return (
    <>
      {error !== undefined && <Problem error={error} />}
      <InlineForm
        submit={t.accounts.store}
        send={store}
        more={<Button onClick={connect}>{t.wizard.linkInstead}</Button>}
      >
        <Field label={t.accounts.credential} help={t.accounts.credentialHelp}>
          {(field) => <input {...field} name="access_token" type="password" autoComplete="off" required />}
        </Field>
      </InlineForm>
      {link !== undefined && <Once label={t.accounts.linkOnce} value={link} />}
    </>
  )
}

/** One account: its credential is tested as soon as it is stored. */
const Credential = ({ path, stored }: { readonly path: Ref; readonly stored: Schemas['Credential'] | undefined }) => {
  const [tested, setTested] = useState<Schemas['CredentialTest']>()
  const [isReplacing, setReplacing] = useState(false)
  const test = async () => {
    setTested(await unwrap(api.POST('/admin/tokens/{tenant}/{provider}/{account}/test', { params: { path } })))
  }
  if (!stored || isReplacing) {
    const onStored = () => {
      setReplacing(false)
      return test()
    }
    return <Store path={path} onStored={onStored} />
  }
  return (
    <>
      <p role="status">
        {tested ? (
          <>
            <Badge tone={tested.ok ? 'good' : 'wrong'}>{tested.ok ? t.accounts.works : String(tested.status)}</Badge>{' '}
            {tested.identity ?? tested.reason}
          </>
        ) : (
          <Badge tone={stored.state === 'valid' ? 'good' : 'warn'}>{t.accounts.states[stored.state]}</Badge>
        )}
      </p>
      <InlineForm
        submit={t.accounts.test}
        send={test}
        more={<Button onClick={() => setReplacing(true)}>{t.wizard.another}</Button>}
      />
    </>
  )
}

const every3s = whileUsed(3000)

export const FirstCredentials = ({ tenant, providers }: { readonly tenant: string; readonly providers: Providers }) => {
  const all = Object.entries(providers).flatMap(([provider, { accounts }]) =>
    accounts.map(({ id }) => ({ tenant, provider, account: id })),
  )
  const query = useQuery({
    queryKey: ['credentials', tenant],
    queryFn: async () =>
      (await unwrap(api.GET('/admin/tokens/{tenant}', { params: { path: { tenant } } }))).credentials,
    // Somebody may connect an account by a link.
    refetchInterval: ({ state }) => ((state.data?.length ?? 0) < all.length ? every3s() : false),
  })
  return (
    <Section title={t.wizard.credentials}>
      <Loaded query={query}>
        {(stored) =>
          all.map((path) => {
            const credential = stored.find((one) => one.provider === path.provider && one.account_id === path.account)
            return (
              <fieldset key={`${path.provider}/${path.account}`} className="group">
                <legend>{`${path.provider}/${path.account}`}</legend>
                <Credential path={path} stored={credential} />
              </fieldset>
            )
          })
        }
      </Loaded>
    </Section>
  )
}
