import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { LabelledField } from '../../parts/form/field.tsx'
import { Once, readTextField } from '../../parts/form/form-modal.tsx'
import { ProviderField } from '../../parts/form/provider-field.tsx'
import { TenantField } from '../../parts/form/tenant-field.tsx'
import { useSend } from '../../parts/form/use-send.ts'
import { ProblemBox } from '../../parts/loaded.tsx'
import { Bar, ScreenPage, Section } from '../../parts/page.tsx'
import { type ApiSchemas, api, unwrap } from '../../state/api.ts'
import { useUrl } from '../../state/search.ts'
import { useMay } from '../../state/session.ts'
import { words } from '../../words.ts'
import { ConnectLinks } from './connect-links.tsx'
import { connectTexts as t } from './connect-texts.ts'
import { VendorApps } from './vendor-apps.tsx'

const Make = () => {
  const [{ tenant = '' }, change] = useUrl()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [made, setMade] = useState<ApiSchemas['MadeConnectLink']>()
  const { error, isBusy, onSubmit } = useSend(async (form) => {
    const [provider = '', account_id = ''] = [readTextField(form, 'provider'), readTextField(form, 'account')]
    setMade(await unwrap(api.POST('/admin/connect', { body: { tenant_id: tenant, provider, account_id } })))
    void queries.invalidateQueries({ queryKey: ['connect'] })
  })
  return (
    <Section title={words.connectLink.create}>
      {error !== undefined && <ProblemBox error={error} />}
      <form onSubmit={onSubmit}>
        <Bar>
          <TenantField value={tenant} onChange={(chosen) => change({ tenant: chosen })} />
          <ProviderField />
          <LabelledField label={words.account}>
            {(field) => <input {...field} name="account" required defaultValue="main" autoComplete="off" />}
          </LabelledField>
          <LabelledField label={' '}>
            {() => (
              <Button type="submit" isMain isBusy={isBusy} disabled={tenant === ''}>
                {words.connectLink.create}
              </Button>
            )}
          </LabelledField>
        </Bar>
      </form>
      {made && (
        <>
          <Once key={made.connect_id} label={words.connectLink.once} value={made.url} />{' '}
          <Button onClick={() => navigate({ to: '/connect/$id', params: { id: made.connect_id } })}>{t.watch}</Button>
        </>
      )}
    </Section>
  )
}

export const Connect = () => {
  const mayChange = useMay('operator')
  return (
    <ScreenPage title={words.screens.connect} lead={t.lead}>
      {mayChange && <Make />}
      <ConnectLinks />
      <VendorApps />
    </ScreenPage>
  )
}
