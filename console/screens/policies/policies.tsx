import { useQuery } from '@tanstack/react-query'
import { LabelledField } from '../../parts/form/field.tsx'
import { TenantField } from '../../parts/form/tenant-field.tsx'
import { Empty, Loaded } from '../../parts/loaded.tsx'
import { Bar, ScreenPage } from '../../parts/page.tsx'
import { type ApiSchemas, api, unwrap } from '../../state/api.ts'
import { useTokens } from '../../state/reads.ts'
import { useUrl } from '../../state/search.ts'
import { words } from '../../words.ts'
import { policiesTexts as t } from './policies-texts.ts'
import { PolicyForm, type StoredPolicy } from './policy-form.tsx'

const ofTenant = ({ id, options, version }: ApiSchemas['Tenant']): StoredPolicy => ({
  tenant: id,
  token: undefined,
  version,
  policy: { allow: options.allow ?? null, deny: options.deny ?? null },
  save: ({ allow, deny }) =>
    unwrap(
      api.PATCH('/admin/tenants/{tenant}', {
        params: { path: { tenant: id }, header: { 'If-Match': `"${version}"` } },
        body: { options: { allow: allow && [...allow], deny: deny && [...deny] } },
      }),
    ),
})

const ofToken = ({ tenant_id: tenant, token_id, allow, deny }: ApiSchemas['TenantToken']): StoredPolicy => ({
  tenant,
  token: token_id,
  version: undefined,
  policy: { allow, deny },
  save: (policy) =>
    unwrap(
      api.PATCH('/admin/auth/{tenant}/{token_id}', {
        params: { path: { tenant, token_id } },
        body: { allow: policy.allow && [...policy.allow], deny: policy.deny && [...policy.deny] },
      }),
    ),
})

/** The policy of the tenant, or of the token. The form is reset when the stored policy has changed. */
const Subject = ({ tenant, token }: { readonly tenant: string; readonly token: string }) => {
  const { data: tokens = [] } = useTokens(tenant)
  const query = useQuery({
    queryKey: ['policy', tenant, token],
    queryFn: async () => {
      const path = { tenant }
      if (token === '') return ofTenant(await unwrap(api.GET('/admin/tenants/{tenant}', { params: { path } })))
      const all = await unwrap(api.GET('/admin/auth/{tenant}', { params: { path } }))
      const found = all.tokens.find(({ token_id }) => token_id === token)
      return found ? ofToken(found) : null
    },
  })
  return (
    <Loaded query={query}>
      {(stored) =>
        stored === null ? (
          <Empty title={t.noToken} />
        ) : (
          <PolicyForm key={JSON.stringify(stored)} stored={stored} tokens={tokens} />
        )
      }
    </Loaded>
  )
}

const TokenField = ({ tenant, value }: { readonly tenant: string; readonly value: string }) => {
  const [, change] = useUrl()
  const { data = [] } = useTokens(tenant)
  return (
    <LabelledField label={t.whose}>
      {(field) => (
        <select {...field} value={value} onChange={({ target }) => change({ token: target.value })}>
          <option value="">{t.ofTenant}</option>
          {/* The token in the URL stays chosen while the list is loading. */}
          {value !== '' && !data.some(({ token_id }) => token_id === value) && <option value={value}>{value}</option>}
          {data.map(({ token_id, label }) => (
            <option key={token_id} value={token_id}>
              {label === null ? token_id : `${label} (${token_id})`}
            </option>
          ))}
        </select>
      )}
    </LabelledField>
  )
}

export const Policies = () => {
  const [{ tenant = '', token = '' }, change] = useUrl()
  return (
    <ScreenPage title={words.screens.policies} lead={t.lead}>
      <Bar>
        <TenantField value={tenant} onChange={(chosen) => change({ tenant: chosen, token: undefined })} />
        {tenant !== '' && <TokenField tenant={tenant} value={token} />}
      </Bar>
      {tenant === '' ? (
        <Empty title={t.chooseTenant} />
      ) : (
        <Subject key={`${tenant} ${token}`} tenant={tenant} token={token} />
      )}
    </ScreenPage>
  )
}
