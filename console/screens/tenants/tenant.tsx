import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { DifferenceList } from '../../parts/difference.tsx'
import { LabelledField } from '../../parts/form/field.tsx'
import { FormModal, readTextField } from '../../parts/form/form-modal.tsx'
import { ProvidersField, type TenantProviders } from '../../parts/form/providers-field.tsx'
import { Loaded, LoadingBox } from '../../parts/loaded.tsx'
import { Columns, Facts, ScreenPage, Section } from '../../parts/page.tsx'
import { Time } from '../../parts/time.tsx'
import { type ApiSchemas, api, unwrap } from '../../state/api.ts'
import { useMay } from '../../state/session.ts'
import { words } from '../../words.ts'
import { NextSteps, useStored } from '../overview/next-steps.tsx'
import { OptionFields, readOptions } from '../tenant-options.tsx'
import css from './tenant.module.css'
import { tenantsTexts as t } from './tenants-texts.ts'

type Tenant = ApiSchemas['Tenant']
type Configuration = Pick<Tenant, 'name' | 'status' | 'providers' | 'options'>

const read = (form: FormData, tenant: Tenant, providers: TenantProviders): Configuration => ({
  name: readTextField(form, 'name') ?? '',
  status: form.get('status') === 'suspended' ? 'suspended' : 'active',
  providers,
  options: readOptions(form, tenant.options),
})

interface SaveProps {
  readonly tenant: Tenant
  readonly changed: Configuration
  readonly onClose: () => void
}

const listAccountPaths = (providers: TenantProviders): readonly string[] =>
  Object.entries(providers).flatMap(([provider, { accounts }]) => accounts.map(({ id }) => `${provider}/${id}`))

const Save = ({ tenant, changed, onClose }: SaveProps) => {
  const { name, status, providers, options } = tenant
  const remainingAccounts = listAccountPaths(changed.providers)
  const dropped = listAccountPaths(providers).filter((account) => !remainingAccounts.includes(account))
  return (
    <FormModal
      title={t.save}
      text={t.saveText}
      submit={t.save}
      isWide
      onClose={onClose}
      send={async (form) => {
        const query = form.get('prune') === 'on' ? { prune: true } : {}
        await unwrap(
          api.PUT('/admin/tenants/{tenant}', {
            params: { path: { tenant: tenant.id }, header: { 'If-Match': `"${tenant.version}"` }, query },
            body: changed,
          }),
        )
      }}
    >
      <DifferenceList before={{ name, status, providers, options }} after={changed} />
      {dropped.length > 0 && (
        <label className={css.box}>
          <input type="checkbox" name="prune" /> {t.prune(dropped.join(', '))}
        </label>
      )}
    </FormModal>
  )
}

const Form = ({ tenant }: { readonly tenant: Tenant }) => {
  const mayChange = useMay('operator')
  const [providers, setProviders] = useState(tenant.providers)
  const [changed, setChanged] = useState<Configuration>()
  const { name, status, options } = tenant
  const review = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setChanged(read(new FormData(event.currentTarget), tenant, providers))
  }
  return (
    <form onSubmit={review}>
      <fieldset disabled={!mayChange} className={css.plain}>
        <Columns>
          <Section title={t.general}>
            <LabelledField label={words.name}>
              {(field) => <input {...field} name="name" required maxLength={200} defaultValue={name} />}
            </LabelledField>
            <LabelledField label={words.status} help={t.statusHelp}>
              {(field) => (
                <select {...field} name="status" defaultValue={status}>
                  <option value="active">{t.statuses.active}</option>
                  <option value="suspended">{t.statuses.suspended}</option>
                </select>
              )}
            </LabelledField>
            <OptionFields options={options} group="general" />
          </Section>
          <Section title={words.screens.policies}>
            <OptionFields options={options} group="policies" />
          </Section>
        </Columns>
        <Section title={words.screens.accounts}>
          <ProvidersField value={providers} onChange={setProviders} />
        </Section>
        {mayChange && (
          <Button type="submit" isMain>
            {t.review}
          </Button>
        )}
      </fieldset>
      {changed && <Save tenant={tenant} changed={changed} onClose={() => setChanged(undefined)} />}
    </form>
  )
}

const Remove = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }) => {
  const navigate = useNavigate()
  return (
    <FormModal
      title={t.delete}
      text={t.deleteText(id)}
      submit={t.delete}
      isDanger
      onClose={onClose}
      send={async () => {
        await unwrap(api.DELETE('/admin/tenants/{tenant}', { params: { path: { tenant: id } } }))
        void navigate({ to: '/tenants' })
      }}
    />
  )
}

export const TenantScreen = () => {
  const { id } = useParams({ from: '/tenants/$id' })
  const mayChange = useMay('operator')
  const stored = useStored(id)
  const [isRemoving, setRemoving] = useState(false)
  const query = useQuery({
    queryKey: ['tenant', id],
    queryFn: () => unwrap(api.GET('/admin/tenants/{tenant}', { params: { path: { tenant: id } } })),
  })
  return (
    <ScreenPage title={t.one(id)} actions={mayChange && <Button onClick={() => setRemoving(true)}>{t.delete}</Button>}>
      <p className="row">
        <Link to="/accounts" search={{ tenant: id }}>
          {words.screens.accounts}
        </Link>
        <Link to="/tokens" search={{ tenant: id }}>
          {words.screens.tokens}
        </Link>
        <Link to="/policies" search={{ tenant: id }}>
          {words.screens.policies}
        </Link>
        <Link to="/usage" search={{ tenant: id }}>
          {words.screens.usage}
        </Link>
        <Link to="/audit" search={{ tenant: id }}>
          {words.screens.audit}
        </Link>
      </p>
      <Loaded query={query}>
        {(tenant) => {
          if (stored.isPending) return <LoadingBox />
          return (
            <>
              <NextSteps tenant={tenant} stored={stored} />
              {/* A new version resets the form. */}
              <Form key={tenant.version} tenant={tenant} />
              <p />
              <Facts
                facts={[
                  [words.created, <Time key="made" at={tenant.created_at} />],
                  [words.changed, <Time key="changed" at={tenant.updated_at} />],
                ]}
              />
            </>
          )
        }}
      </Loaded>
      {isRemoving && <Remove id={id} onClose={() => setRemoving(false)} />}
    </ScreenPage>
  )
}
