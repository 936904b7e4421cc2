import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api, type Schemas, unwrap } from '../app/api.ts'
import { useProviders, useTenants } from '../app/reads.ts'
import { useMay } from '../app/session.ts'
import { Badge } from '../parts/badge.tsx'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { FormModal, textOf } from '../parts/form-modal.tsx'
import { Empty, Loaded } from '../parts/loaded.tsx'
import { Page } from '../parts/page.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { t } from '../texts.ts'

type Tenant = Schemas['Tenant']

const columns: readonly Column<Tenant>[] = [
  {
    title: t.tenants.id,
    cell: ({ id }) => (
      <Link to="/tenants/$id" params={{ id }}>
        {id}
      </Link>
    ),
    sort: ({ id }) => id,
  },
  { title: t.tenants.name, cell: ({ name }) => name, sort: ({ name }) => name },
  {
    title: t.tenants.status,
    cell: ({ status }) => <Badge tone={status === 'active' ? 'good' : 'warn'}>{t.tenants.statuses[status]}</Badge>,
    sort: ({ status }) => status,
  },
  { title: t.nav.providers, cell: ({ providers }) => Object.keys(providers).join(', ') || t.none },
  {
    title: t.tenants.changed,
    cell: ({ updated_at }) => <Time at={updated_at} />,
    sort: ({ updated_at }) => updated_at,
  },
]

const NewTenant = ({ onClose }: { readonly onClose: () => void }) => {
  const navigate = useNavigate()
  const { data: providers = [] } = useProviders()
  return (
    <FormModal
      title={t.tenants.make}
      text={t.tenants.makeText}
      submit={t.tenants.make}
      onClose={onClose}
      send={async (form) => {
        const id = textOf(form, 'id') ?? ''
        const accounts = [{ id: 'main', label: t.tenants.mainAccount }]
        await unwrap(
          api.PUT('/admin/tenants/{tenant}', {
            // Never over one that is there already.
            params: { path: { tenant: id }, header: { 'If-None-Match': '*' } },
            body: {
              name: textOf(form, 'name') ?? id,
              status: 'active',
              providers: Object.fromEntries(
                form.getAll('provider').map((provider) => [String(provider), { accounts }]),
              ),
            },
          }),
        )
        void navigate({ to: '/tenants/$id', params: { id } })
      }}
    >
      <Field label={t.tenants.id} help={t.tenants.idHelp}>
        {(field) => (
          <input {...field} name="id" required pattern="[a-z0-9][a-z0-9_\-]{0,63}" maxLength={64} autoComplete="off" />
        )}
      </Field>
      <Field label={t.tenants.name}>
        {(field) => <input {...field} name="name" maxLength={200} autoComplete="off" />}
      </Field>
      <fieldset className="choices">
        <legend>{t.nav.providers}</legend>
        {providers.map(({ id, title }) => (
          <label key={id}>
            <input type="checkbox" name="provider" value={id} /> {title}
          </label>
        ))}
      </fieldset>
    </FormModal>
  )
}

export const Tenants = () => {
  const mayChange = useMay('operator')
  const [isNew, setNew] = useState(false)
  return (
    <Page
      title={t.tenants.title}
      lead={t.tenants.lead}
      actions={
        mayChange && (
          <Button isMain onClick={() => setNew(true)}>
            {t.tenants.make}
          </Button>
        )
      }
    >
      <Loaded query={useTenants()}>
        {(tenants) =>
          tenants.length === 0 ? (
            <Empty title={t.tenants.empty}>{t.tenants.emptyText}</Empty>
          ) : (
            <Table label={t.tenants.title} rows={tenants} columns={columns} rowKey={({ id }) => id} />
          )
        }
      </Loaded>
      {isNew && <NewTenant onClose={() => setNew(false)} />}
    </Page>
  )
}
