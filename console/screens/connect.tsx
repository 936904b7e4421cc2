import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { Once, textOf } from '../parts/form-modal.tsx'
import { Problem } from '../parts/loaded.tsx'
import { Bar, Page, Section } from '../parts/page.tsx'
import { ProviderField } from '../parts/provider-field.tsx'
import { TenantField } from '../parts/tenant-field.tsx'
import { useSend } from '../parts/use-send.ts'
import { api, type Schemas, unwrap } from '../state/api.ts'
import { useUrl } from '../state/search.ts'
import { useMay } from '../state/session.ts'
import { t } from '../texts.ts'
import { ConnectLinks } from './connect-links.tsx'
import { VendorApps } from './vendor-apps.tsx'

const Make = () => {
  const [{ tenant = '' }, change] = useUrl()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [made, setMade] = useState<Schemas['MadeConnectLink']>()
  const { error, isBusy, onSubmit } = useSend(async (form) => {
    const [provider = '', account_id = ''] = [textOf(form, 'provider'), textOf(form, 'account')]
    setMade(await unwrap(api.POST('/admin/connect', { body: { tenant_id: tenant, provider, account_id } })))
    void queries.invalidateQueries({ queryKey: ['connect'] })
  })
  return (
    <Section title={t.connect.make}>
      {error !== undefined && <Problem error={error} />}
      <form onSubmit={onSubmit}>
        <Bar>
          <TenantField value={tenant} onChange={(chosen) => change({ tenant: chosen })} />
          <ProviderField />
          <Field label={t.call.account}>
            {(field) => <input {...field} name="account" required defaultValue="main" autoComplete="off" />}
          </Field>
          <Field label={' '}>
            {() => (
              <Button type="submit" isMain isBusy={isBusy} disabled={tenant === ''}>
                {t.accounts.makeLink}
              </Button>
            )}
          </Field>
        </Bar>
      </form>
      {made && (
        <>
          <Once key={made.connect_id} label={t.accounts.linkOnce} value={made.url} />{' '}
          <Button onClick={() => navigate({ to: '/connect/$id', params: { id: made.connect_id } })}>
            {t.connect.watch}
          </Button>
        </>
      )}
    </Section>
  )
}

export const Connect = () => {
  const mayChange = useMay('operator')
  return (
    <Page title={t.connect.title} lead={t.connect.lead}>
      {mayChange && <Make />}
      <ConnectLinks />
      <VendorApps />
    </Page>
  )
}
