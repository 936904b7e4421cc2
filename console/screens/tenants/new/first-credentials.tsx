import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../parts/button.tsx'
import { LabelledField } from '../../../parts/form/field.tsx'
import { Once, readTextField } from '../../../parts/form/form-modal.tsx'
import { InlineForm } from '../../../parts/form/inline-form.tsx'
import type { TenantProviders } from '../../../parts/form/pick/providers-field.tsx'
import { Badge } from '../../../parts/inline/badge.tsx'
import { Loaded, ProblemBox } from '../../../parts/page/loaded.tsx'
import { Section } from '../../../parts/page/page.tsx'
import { type ApiSchemas, api, unwrap } from '../../../state/gateway/api.ts'
import { whileUsed } from '../../../state/live.ts'
import { words } from '../../../words.ts'
import { firstStepsTexts as t } from '../first-steps-texts.ts'
import css from './first-credentials.module.css'

interface Ref {
  readonly tenant: string
  readonly provider: string
  readonly account: string
}

/** The administrator stores a credential, or sends a connect link to somebody who does. */
const Store = ({ path, onStored }: { readonly path: Ref; readonly onStored: () => Promise<void> }) => {
  const [link, setLink] = useState<string>()
  const [error, setError] = useState<unknown>()
  const store = async (form: FormData) => {
    const body = { access_token: readTextField(form, 'access_token') ?? '' }
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
      {error !== undefined && <ProblemBox error={error} />}
      <InlineForm
        submit={words.credential.store}
        send={store}
        more={<Button onClick={connect}>{t.linkInstead}</Button>}
      >
        <LabelledField label={words.credential.field} help={words.credential.help}>
          {(field) => <input {...field} name="access_token" type="password" autoComplete="off" required />}
        </LabelledField>
      </InlineForm>
      {link !== undefined && <Once label={words.connectLink.once} value={link} />}
    </>
  )
}

/** One account: its credential is tested as soon as it is stored. */
const Credential = ({
  path,
  stored,
}: {
  readonly path: Ref
  readonly stored: ApiSchemas['StoredCredential'] | undefined
}) => {
  const [tested, setTested] = useState<ApiSchemas['CredentialTest']>()
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
            <Badge tone={tested.ok ? 'good' : 'wrong'}>
              {tested.ok ? words.credential.works : String(tested.status)}
            </Badge>{' '}
            {tested.identity ?? tested.reason}
          </>
        ) : (
          <Badge tone={stored.state === 'valid' ? 'plain' : 'warn'}>
            {stored.state === 'valid' ? words.credential.untested : words.credential.states[stored.state]}
          </Badge>
        )}
      </p>
      <InlineForm
        submit={words.credential.test}
        send={test}
        more={<Button onClick={() => setReplacing(true)}>{t.storeAnother}</Button>}
      />
    </>
  )
}

const every3s = whileUsed(3000)

export const FirstCredentials = ({
  tenant,
  providers,
}: {
  readonly tenant: string
  readonly providers: TenantProviders
}) => {
  const all = Object.entries(providers).flatMap(([provider, { accounts }]) =>
    accounts.map(({ id }) => ({ tenant, provider, account: id })),
  )
  const query = useQuery({
    queryKey: ['credentials', tenant],
    queryFn: async () =>
      (await unwrap(api.GET('/admin/tokens/{tenant}', { params: { path: { tenant } } }))).credentials,
    // Somebody may connect an account with a link.
    refetchInterval: ({ state }) => ((state.data?.length ?? 0) < all.length ? every3s() : false),
  })
  return (
    <Section title={t.credentials}>
      <Loaded query={query}>
        {(stored) =>
          all.map((path) => {
            const credential = stored.find((one) => one.provider === path.provider && one.account_id === path.account)
            return (
              <fieldset key={`${path.provider}/${path.account}`} className={css.group}>
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
