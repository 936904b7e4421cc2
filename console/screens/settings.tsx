import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { Badge } from '../parts/badge.tsx'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { FormModal, numberOf, Once, textOf } from '../parts/form-modal.tsx'
import { Empty, Loaded } from '../parts/loaded.tsx'
import { bytes } from '../parts/numbers.ts'
import { Facts, Page, Section } from '../parts/page.tsx'
import { saveFile } from '../parts/save-file.ts'
import { type Column, Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { api, type Schemas, unwrap } from '../state/api.ts'
import { useKeys } from '../state/reads.ts'
import { useMay } from '../state/session.ts'
import { t } from '../texts.ts'

type Key = Schemas['AdminKey']
type Setting = Schemas['Setting']

const roles = ['viewer', 'operator', 'owner'] as const

const NewKey = ({ onClose }: { readonly onClose: () => void }) => (
  <FormModal
    title={t.settings.newKey}
    submit={t.settings.newKey}
    onClose={onClose}
    send={async (form) => {
      const days = numberOf(form, 'days')
      const made = await unwrap(
        api.POST('/admin/keys', {
          body: {
            name: textOf(form, 'name') ?? '',
            role: roles.find((role) => role === form.get('role')) ?? 'viewer',
            ...(days !== undefined && { expires_at: Math.floor(Date.now() / 1000) + days * 86_400 }),
          },
        }),
      )
      return <Once label={t.settings.keyOnce} value={made.key} />
    }}
  >
    <Field label={t.settings.name} help={t.settings.nameHelp}>
      {(field) => <input {...field} name="name" maxLength={100} autoComplete="off" required />}
    </Field>
    <Field label={t.settings.role} help={t.settings.roleHelp}>
      {(field) => (
        <select {...field} name="role">
          {roles.map((role) => (
            <option key={role} value={role}>
              {t.roles[role]}
            </option>
          ))}
        </select>
      )}
    </Field>
    <Field label={t.tokens.days}>{(field) => <input {...field} name="days" type="number" min={1} />}</Field>
  </FormModal>
)

const keyColumns = (mayEnd: boolean, end: (key: Key) => void): readonly Column<Key>[] => [
  { title: t.settings.name, cell: ({ name }) => name, sort: ({ name }) => name },
  { title: t.settings.role, cell: ({ role }) => t.roles[role], sort: ({ role }) => role },
  { title: t.settings.id, cell: ({ key_id }) => key_id },
  { title: t.tokens.made, cell: ({ created_at }) => <Time at={created_at} />, sort: ({ created_at }) => created_at },
  { title: t.tokens.expires, cell: ({ expires_at }) => <Time at={expires_at} /> },
  {
    title: '',
    cell: (key) =>
      mayEnd && (
        <Button isDanger onClick={() => end(key)}>
          {t.settings.endKey}
        </Button>
      ),
  },
]

const Keys = () => {
  const mayOwn = useMay('owner')
  const [isNew, setNew] = useState(false)
  const [ended, setEnded] = useState<Key>()
  const columns = useMemo(() => keyColumns(mayOwn, setEnded), [mayOwn])
  return (
    <Section
      title={t.settings.keys}
      actions={mayOwn && <Button onClick={() => setNew(true)}>{t.settings.newKey}</Button>}
    >
      <Loaded query={useKeys()}>
        {(keys) =>
          keys.length === 0 ? (
            <Empty title={t.settings.noKeys}>{t.settings.noKeysText}</Empty>
          ) : (
            <Table label={t.settings.keys} rows={keys} columns={columns} rowKey={({ key_id }) => key_id} />
          )
        }
      </Loaded>
      {isNew && <NewKey onClose={() => setNew(false)} />}
      {ended && (
        <FormModal
          title={t.settings.endKey}
          text={t.settings.endKeyText(ended.name)}
          submit={t.settings.endKey}
          isDanger
          onClose={() => setEnded(undefined)}
          send={async () => {
            await unwrap(api.DELETE('/admin/keys/{key_id}', { params: { path: { key_id: ended.key_id } } }))
          }}
        />
      )}
    </Section>
  )
}

const shownValue = ({ value, is_secret }: Setting): string => {
  if (is_secret) return t.settings.secret
  if (value === null) return t.none
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const settingColumns: readonly Column<Setting>[] = [
  { title: t.settings.variable, cell: ({ name }) => <code>{name}</code>, sort: ({ name }) => name },
  { title: t.settings.value, cell: (setting) => <span className="wrap">{shownValue(setting)}</span> },
  {
    title: t.settings.changed,
    cell: ({ is_changed }) => (is_changed ? <Badge>{t.settings.isChanged}</Badge> : t.none),
    sort: ({ is_changed }) => (is_changed ? 0 : 1),
  },
  { title: t.settings.meaning, cell: ({ meaning }) => meaning },
]

const Versions = ({ version }: { readonly version: Schemas['Version'] }) => (
  <Facts
    facts={[
      [t.settings.version, version.version],
      ['Bun', version.bun],
      [t.settings.store, t.settings.stores[version.store]],
      ...version.providers.map((one) => [one.title, one.version] as const),
    ]}
  />
)

const Backup = ({ onClose }: { readonly onClose: () => void }) => (
  <FormModal
    title={t.settings.backUp}
    text={t.settings.backUpText}
    submit={t.settings.backUpNow}
    onClose={onClose}
    send={async () => {
      const archive = await unwrap(api.POST('/admin/backup', { parseAs: 'blob' }))
      const name = `patchbay-${new Date().toISOString().slice(0, 10)}.tar`
      saveFile(archive, name)
      return <p role="status">{t.settings.backedUp(name, bytes(archive.size))}</p>
    }}
  />
)

export const Settings = () => {
  const mayOwn = useMay('owner')
  const [isBackingUp, setBackingUp] = useState(false)
  const configuration = useQuery({
    queryKey: ['configuration'],
    queryFn: async () => (await unwrap(api.GET('/admin/configuration'))).configuration,
  })
  const version = useQuery({ queryKey: ['version'], queryFn: () => unwrap(api.GET('/admin/version')) })
  return (
    <Page title={t.settings.title} lead={t.settings.lead}>
      <Keys />
      <Section
        title={t.settings.versions}
        actions={
          <span className="row">
            <Link to="/jobs">{t.settings.reSeal}</Link>
            {mayOwn && version.data?.store === 'embedded' && (
              <Button onClick={() => setBackingUp(true)}>{t.settings.backUp}</Button>
            )}
          </span>
        }
      >
        <Loaded query={version}>{(data) => <Versions version={data} />}</Loaded>
      </Section>
      <Section title={t.settings.configuration}>
        <Loaded query={configuration}>
          {(all) => (
            <Table label={t.settings.configuration} rows={all} columns={settingColumns} rowKey={({ name }) => name} />
          )}
        </Loaded>
      </Section>
      {isBackingUp && <Backup onClose={() => setBackingUp(false)} />}
    </Page>
  )
}
