import { useState } from 'react'
import { LabelledField } from '../../parts/form/field.tsx'
import { FormModal, readTextField } from '../../parts/form/form-modal.tsx'
import { ProviderField } from '../../parts/form/pick/provider-field.tsx'
import { TenantField } from '../../parts/form/pick/tenant-field.tsx'
import { type ApiSchemas, api, unwrap } from '../../state/gateway/api.ts'
import { connectTexts as t } from './connect-texts.ts'

type App = ApiSchemas['App']
type AppInput = ApiSchemas['AppInput']

const addresses = ['authorize_url', 'token_url', 'revoke_url'] as const
const lists = ['scopes', 'issuers'] as const

const readList = (form: FormData, name: string): string[] | null => readTextField(form, name)?.split(/[\s,]+/) ?? null

/** An empty secret leaves the stored one as it is; without a stored one the application has none. */
const readSecret = (form: FormData, clientId: string, known: App | undefined): Pick<AppInput, 'client_secret'> => {
  const secret = readTextField(form, 'client_secret')
  if (secret !== undefined) return { client_secret: secret }
  return known?.client_id === clientId ? {} : { client_secret: null }
}

const readApp = (form: FormData, known: App | undefined): AppInput => {
  const client_id = readTextField(form, 'client_id') ?? ''
  return {
    client_id,
    ...readSecret(form, client_id, known),
    secret_expires_at: readTextField(form, 'secret_expires_at') ?? null,
    authorize_url: readTextField(form, 'authorize_url') ?? null,
    token_url: readTextField(form, 'token_url') ?? null,
    revoke_url: readTextField(form, 'revoke_url') ?? null,
    scopes: readList(form, 'scopes'),
    issuers: readList(form, 'issuers'),
  }
}

const Members = ({ known }: { readonly known: App | undefined }) => (
  <>
    <LabelledField label={t.clientId}>
      {(field) => (
        <input {...field} name="client_id" required autoComplete="off" defaultValue={known?.client_id ?? ''} />
      )}
    </LabelledField>
    <LabelledField label={t.clientSecret} help={known?.has_secret ? t.secretStays : undefined}>
      {(field) => <input {...field} name="client_secret" type="password" autoComplete="off" />}
    </LabelledField>
    <LabelledField label={t.secretEnds} help={t.secretEndsHelp}>
      {(field) => (
        <input
          {...field}
          name="secret_expires_at"
          type="date"
          defaultValue={known?.secret_expires_at?.slice(0, 10) ?? ''}
        />
      )}
    </LabelledField>
    <details open={[...addresses, ...lists].some((name) => known?.[name])}>
      <summary>{t.otherAddresses}</summary>
      {addresses.map((name) => (
        <LabelledField key={name} label={t.addresses[name]}>
          {(field) => <input {...field} name={name} type="url" autoComplete="off" defaultValue={known?.[name] ?? ''} />}
        </LabelledField>
      ))}
      {lists.map((name) => (
        <LabelledField key={name} label={t.lists[name].label} help={t.lists[name].help}>
          {(field) => (
            <textarea
              {...field}
              name={name}
              rows={2}
              spellCheck={false}
              defaultValue={known?.[name]?.join('\n') ?? ''}
            />
          )}
        </LabelledField>
      ))}
    </details>
  </>
)

interface Props {
  /** The application as it is stored, or the provider of a new one. */
  readonly given: App | string
  readonly apps: readonly App[]
  readonly onClose: () => void
}

/** Stores an application at a vendor. What is stored for the same provider and tenant is filled in: nothing is lost by renewing a secret. */
export const VendorAppForm = ({ given, apps, onClose }: Props) => {
  const stored = typeof given === 'string' ? undefined : given
  const [tenant, setTenant] = useState(stored?.tenant ?? '')
  const [provider, setProvider] = useState(stored?.provider ?? String(given))
  const known = apps.find((app) => app.provider === provider && (app.tenant ?? '') === tenant)
  return (
    <FormModal
      title={stored ? t.changeApp : t.storeApp}
      text={t.storeAppText}
      submit={stored ? t.changeApp : t.storeApp}
      onClose={onClose}
      send={async (form) => {
        const body = readApp(form, known)
        await (tenant === ''
          ? unwrap(api.PUT('/admin/apps/{provider}', { params: { path: { provider } }, body }))
          : unwrap(api.PUT('/admin/apps/{provider}/{tenant}', { params: { path: { provider, tenant } }, body })))
      }}
    >
      {!stored && (
        <>
          <ProviderField value={provider} onChange={setProvider} />
          <TenantField value={tenant} onChange={setTenant} none={t.everyTenant} />
        </>
      )}
      <Members key={known ? `${provider}/${tenant}` : ''} known={known} />
    </FormModal>
  )
}
