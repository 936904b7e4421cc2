import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { Button } from '../parts/button.tsx'
import { Difference } from '../parts/difference.tsx'
import { Field } from '../parts/field.tsx'
import { FormModal, numberOf, textOf } from '../parts/form-modal.tsx'
import { Loaded, Waiting } from '../parts/loaded.tsx'
import { Columns, Facts, Page, Section } from '../parts/page.tsx'
import { type Providers, ProvidersField } from '../parts/providers-field.tsx'
import { Time } from '../parts/time.tsx'
import { api, type Schemas, unwrap } from '../state/api.ts'
import { useMay } from '../state/session.ts'
import { t } from '../texts.ts'
import { NextSteps, useStored } from './next-steps.tsx'
import css from './tenant.module.css'

type Tenant = Schemas['Tenant']
type Configuration = Pick<Tenant, 'name' | 'status' | 'providers' | 'options'>

const tools = ['domains', 'effects', 'actions', 'search'] as const

const linesOf = (form: FormData, name: string): string[] | undefined => {
  const lines = (textOf(form, name) ?? '').split(/\s+/).filter((line) => line !== '')
  return lines.length > 0 ? lines : undefined
}

const read = (form: FormData, tenant: Tenant, providers: Providers): Configuration => {
  const {
    allow_raw: _raw,
    tools: _tools,
    calls_per_minute: _limit,
    allow: _allow,
    deny: _deny,
    ...rest
  } = tenant.options
  const optional = {
    calls_per_minute: numberOf(form, 'calls_per_minute'),
    allow: linesOf(form, 'allow'),
    deny: linesOf(form, 'deny'),
  }
  return {
    name: textOf(form, 'name') ?? '',
    status: form.get('status') === 'suspended' ? 'suspended' : 'active',
    providers,
    options: {
      ...rest,
      allow_raw: form.get('allow_raw') === 'on',
      tools: tools.find((one) => one === form.get('tools')) ?? 'domains',
      ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined)),
    },
  }
}

interface SaveProps {
  readonly tenant: Tenant
  readonly changed: Configuration
  readonly onClose: () => void
}

const accountsOf = (providers: Providers): readonly string[] =>
  Object.entries(providers).flatMap(([provider, { accounts }]) => accounts.map(({ id }) => `${provider}/${id}`))

const Save = ({ tenant, changed, onClose }: SaveProps) => {
  const { name, status, providers, options } = tenant
  const kept = accountsOf(changed.providers)
  const dropped = accountsOf(providers).filter((account) => !kept.includes(account))
  return (
    <FormModal
      title={t.tenants.save}
      text={t.tenants.saveText}
      submit={t.tenants.save}
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
      <Difference before={{ name, status, providers, options }} after={changed} />
      {dropped.length > 0 && (
        <label className={css.box}>
          <input type="checkbox" name="prune" /> {t.tenants.prune(dropped.join(', '))}
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
          <Section title={t.tenants.general}>
            <Field label={t.tenants.name}>
              {(field) => <input {...field} name="name" required maxLength={200} defaultValue={name} />}
            </Field>
            <Field label={t.tenants.status} help={t.tenants.statusHelp}>
              {(field) => (
                <select {...field} name="status" defaultValue={status}>
                  <option value="active">{t.tenants.statuses.active}</option>
                  <option value="suspended">{t.tenants.statuses.suspended}</option>
                </select>
              )}
            </Field>
            <Field label={t.tokens.limit}>
              {(field) => (
                <input
                  {...field}
                  name="calls_per_minute"
                  type="number"
                  min={1}
                  defaultValue={options.calls_per_minute}
                />
              )}
            </Field>
            <Field label={t.tenants.tools} help={t.tenants.toolsHelp}>
              {(field) => (
                <select {...field} name="tools" defaultValue={options.tools}>
                  {tools.map((one) => (
                    <option key={one}>{one}</option>
                  ))}
                </select>
              )}
            </Field>
            <label className={css.box}>
              <input type="checkbox" name="allow_raw" defaultChecked={options.allow_raw} /> {t.tenants.raw}
            </label>
          </Section>
          <Section title={t.nav.policies}>
            <Field label={t.tokens.allow} help={t.tenants.patternsHelp}>
              {(field) => <textarea {...field} name="allow" rows={5} defaultValue={options.allow?.join('\n')} />}
            </Field>
            <Field label={t.tokens.deny}>
              {(field) => <textarea {...field} name="deny" rows={5} defaultValue={options.deny?.join('\n')} />}
            </Field>
          </Section>
        </Columns>
        <Section title={t.nav.accounts}>
          <ProvidersField value={providers} onChange={setProviders} />
        </Section>
        {mayChange && (
          <Button type="submit" isMain>
            {t.tenants.review}
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
      title={t.tenants.remove}
      text={t.tenants.removeText(id)}
      submit={t.tenants.remove}
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
    <Page
      title={t.tenants.one(id)}
      actions={mayChange && <Button onClick={() => setRemoving(true)}>{t.tenants.remove}</Button>}
    >
      <p className="row">
        <Link to="/accounts" search={{ tenant: id }}>
          {t.nav.accounts}
        </Link>
        <Link to="/tokens" search={{ tenant: id }}>
          {t.nav.tokens}
        </Link>
        <Link to="/policies" search={{ tenant: id }}>
          {t.nav.policies}
        </Link>
        <Link to="/usage" search={{ tenant: id }}>
          {t.nav.usage}
        </Link>
        <Link to="/audit" search={{ tenant: id }}>
          {t.nav.audit}
        </Link>
      </p>
      <Loaded query={query}>
        {(tenant) => {
          if (stored.isPending) return <Waiting />
          return (
            <>
              <NextSteps tenant={tenant} stored={stored} />
              {/* A new version begins the form anew. */}
              <Form key={tenant.version} tenant={tenant} />
              <p />
              <Facts
                facts={[
                  [t.tokens.made, <Time key="made" at={tenant.created_at} />],
                  [t.tenants.changed, <Time key="changed" at={tenant.updated_at} />],
                ]}
              />
            </>
          )
        }}
      </Loaded>
      {isRemoving && <Remove id={id} onClose={() => setRemoving(false)} />}
    </Page>
  )
}
