import { useNavigate } from '@tanstack/react-router'
import { Button } from '../../parts/button.tsx'
import { LabelledField } from '../../parts/form/field.tsx'
import { readTextField } from '../../parts/form/form-modal.tsx'
import { InlineForm } from '../../parts/form/inline-form.tsx'
import { type ApiSchemas, api, unwrap } from '../../state/gateway/api.ts'
import { words } from '../../words.ts'
import type { Tenant } from '../tenants/tenant.tsx'
import { providersTexts as t } from './providers-texts.ts'

const account = 'main'

/** Gives the tenant an account at the provider, unless somebody else just has, or a first try got so far. */
const addAccount = async (id: string, provider: string, settings: Readonly<Record<string, string>>): Promise<void> => {
  const path = { tenant: id }
  const { providers, version } = await unwrap(api.GET('/admin/tenants/{tenant}', { params: { path } }))
  if ((providers[provider]?.accounts.length ?? 0) > 0) return
  const accounts = [{ id: account, label: t.run.mainAccount, ...(Object.keys(settings).length > 0 && { settings }) }]
  const params = { path, header: { 'If-Match': `"${version}"` } }
  const body = { providers: { [provider]: { accounts, default: account } } }
  await unwrap(api.PATCH('/admin/tenants/{tenant}', { params, body }))
}

interface Props {
  readonly tenant: Tenant
  readonly provider: ApiSchemas['ProviderSummary']
  readonly onAdded: () => void
}

/** In place of the form for a call: the tenant has no account to call with, and gets its first here. */
export const FirstAccount = ({ tenant: { id, name }, provider, onAdded }: Props) => {
  const navigate = useNavigate()
  const needsCredential = provider.connect !== 'nothing'
  const add = async (form: FormData) => {
    const settings = provider.settings.map((setting) => [setting, readTextField(form, `setting-${setting}`) ?? ''])
    await addAccount(id, provider.id, Object.fromEntries(settings))
    const path = { tenant: id, provider: provider.id, account }
    const body = { access_token: readTextField(form, 'access_token') ?? '' }
    if (needsCredential)
      await unwrap(api.PUT('/admin/tokens/{tenant}/{provider}/{account}', { params: { path }, body }))
    onAdded()
  }
  const search = { create: 'on', for: id, account: `${provider.id}/${account}` }
  return (
    <>
      <p role="status">{t.run.noAccount(name, provider.title)}</p>
      <InlineForm
        submit={t.run.addAccount}
        send={add}
        more={needsCredential && <Button onClick={() => navigate({ to: '/connect', search })}>{t.run.sendLink}</Button>}
      >
        {provider.settings.map((setting) => (
          <LabelledField key={setting} label={setting}>
            {(field) => <input {...field} name={`setting-${setting}`} required autoComplete="off" />}
          </LabelledField>
        ))}
        {needsCredential && (
          <LabelledField label={words.credential.field} help={words.credential.help}>
            {(field) => <input {...field} name="access_token" type="password" autoComplete="off" required />}
          </LabelledField>
        )}
      </InlineForm>
    </>
  )
}
