import { useQuery } from '@tanstack/react-query'
import { LabelledField } from '../../parts/form/field.tsx'
import { Picker } from '../../parts/form/pick/picker.tsx'
import { Empty, Loaded } from '../../parts/page/loaded.tsx'
import { type ApiSchemas, api, unwrap } from '../../state/gateway/api.ts'
import { useTokens } from '../../state/gateway/reads.ts'
import { useUrl } from '../../state/search.ts'
import { useTenantId } from '../tenants/tenant.tsx'
import { accessTexts as t } from './access-texts.ts'
import { GrantsSection } from './grants.tsx'
import { copyLists, PolicyForm, type StoredPolicy } from './policy-form.tsx'

const ofTenant = ({ id, options, version }: ApiSchemas['Tenant']): StoredPolicy => ({
  tenant: id,
  token: undefined,
  version,
  policy: { allow: options.allow ?? null, deny: options.deny ?? null, ask: options.ask ?? null },
  save: (policy) =>
    unwrap(
      api.PATCH('/admin/tenants/{tenant}', {
        params: { path: { tenant: id }, header: { 'If-Match': `"${version}"` } },
        body: { options: copyLists(policy) },
      }),
    ),
})

const ofToken = ({ tenant_id: tenant, token_id, allow, deny, ask }: ApiSchemas['TenantToken']): StoredPolicy => ({
  tenant,
  token: token_id,
  version: undefined,
  policy: { allow, deny, ask },
  save: (policy) =>
    unwrap(
      api.PATCH('/admin/auth/{tenant}/{token_id}', {
        params: { path: { tenant, token_id } },
        body: copyLists(policy),
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
  const options = [
    { value: '', text: t.ofTenant },
    ...data.map(({ token_id, label }) => ({ value: token_id, text: label ?? token_id, more: token_id })),
  ]
  return (
    <LabelledField label={t.whose}>
      {(field) => (
        <Picker
          {...field}
          kind={`token ${tenant} ${data.length}`}
          value={value}
          text={options.find((option) => option.value === value)?.text}
          placeholder={t.ofTenant}
          onChange={(token) => change({ token: token || undefined })}
          find={async (typed) =>
            options.filter(({ text, value: id }) => `${text} ${id}`.toLowerCase().includes(typed.toLowerCase()))
          }
        />
      )}
    </LabelledField>
  )
}

/** The rights of a tenant's callers: its policy, those of its tokens, and the applications that users let in. */
export const TenantAccess = () => {
  const tenant = useTenantId()
  const [{ token = '' }] = useUrl()
  return (
    <>
      <TokenField tenant={tenant} value={token} />
      <Subject key={`${tenant} ${token}`} tenant={tenant} token={token} />
      <GrantsSection tenant={tenant} />
    </>
  )
}
