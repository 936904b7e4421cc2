import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { LabelledField } from '../../parts/form/field.tsx'
import { FormModal, Once, readNumberField, readTextField } from '../../parts/form/form-modal.tsx'
import { ProviderField } from '../../parts/form/pick/provider-field.tsx'
import { TenantField } from '../../parts/form/pick/tenant-field.tsx'
import { api, unwrap } from '../../state/gateway/api.ts'
import { words } from '../../words.ts'
import { connectTexts as t } from './connect-texts.ts'

interface Props {
  /** Chosen before the dialog opened. */
  readonly tenant: string
  /** Its `provider/account`. */
  readonly account?: string | undefined
  readonly onClose: () => void
}

/** The account of a tenant that needs a link most: those that don't work come first. `null`: it has none. */
const useAccountToConnect = (tenant: string, isWanted: boolean) =>
  useQuery({
    queryKey: ['accounts', 'to connect', tenant],
    queryFn: async () => {
      const query = { tenant, sort: 'state' as const, limit: 1 }
      return (await unwrap(api.GET('/admin/accounts', { params: { query } }))).accounts[0] ?? null
    },
    enabled: isWanted && tenant !== '',
  })

/** Creates a link for the owner of an account. It is shown once. */
export const MakeLink = ({ tenant: given, account: wanted = '', onClose }: Props) => {
  const { data: first } = useAccountToConnect(given, wanted === '')
  const [wantedProvider = '', wantedAccount = 'main'] = first ? [first.provider, first.account_id] : wanted.split('/')
  const navigate = useNavigate()
  const [tenant, setTenant] = useState(given)
  const [chosen, setChosen] = useState<string>()
  const provider = chosen ?? wantedProvider
  const account = provider === wantedProvider ? wantedAccount : 'main'
  return (
    <FormModal
      title={words.connectLink.create}
      text={t.createText}
      submit={words.connectLink.create}
      onClose={onClose}
      send={async (form) => {
        const [account_id = '', seconds = 3600] = [readTextField(form, 'account'), readNumberField(form, 'expires_in')]
        const body = { tenant_id: tenant, provider, account_id, expires_in: seconds }
        const { connect_id, url } = await unwrap(api.POST('/admin/connect', { body }))
        return (
          <>
            <Once label={words.connectLink.once} value={url} />
            <Button onClick={() => navigate({ to: '/connect/$id', params: { id: connect_id } })}>{t.watch}</Button>
          </>
        )
      }}
    >
      <TenantField value={tenant} onChange={setTenant} />
      <ProviderField value={provider} onChange={setChosen} isRequired />
      <LabelledField label={words.account} help={t.accountHelp}>
        {(field) => (
          <input {...field} key={account} name="account" required defaultValue={account} autoComplete="off" />
        )}
      </LabelledField>
      <LabelledField label={t.valid}>
        {(field) => (
          <select {...field} name="expires_in" defaultValue="86400">
            {Object.entries(t.lengths).map(([seconds, text]) => (
              <option key={seconds} value={seconds}>
                {text}
              </option>
            ))}
          </select>
        )}
      </LabelledField>
    </FormModal>
  )
}
