import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { Badge } from '../parts/badge.tsx'
import { Button } from '../parts/button.tsx'
import { LabelledField } from '../parts/form/field.tsx'
import { FormModal, Once, readNumberField, readTextField } from '../parts/form/form-modal.tsx'
import { Empty, Loaded } from '../parts/loaded.tsx'
import { formatBytes } from '../parts/numbers.ts'
import { Facts, ScreenPage, Section } from '../parts/page.tsx'
import { saveFile } from '../parts/table/save-file.ts'
import { Table, type TableColumn } from '../parts/table/table.tsx'
import { Time } from '../parts/time.tsx'
import { type ApiSchemas, api, unwrap } from '../state/api.ts'
import { useKeys } from '../state/reads.ts'
import { useMay } from '../state/session.ts'
import { words } from '../words.ts'
import { settingsTexts as t } from './settings-texts.ts'

type Key = ApiSchemas['AdminKey']
type Setting = ApiSchemas['Setting']

const roles = ['viewer', 'operator', 'owner'] as const

const NewKey = ({ onClose }: { readonly onClose: () => void }) => (
  <FormModal
    title={t.createKey}
    submit={t.createKey}
    onClose={onClose}
    send={async (form) => {
      const days = readNumberField(form, 'days')
      const made = await unwrap(
        api.POST('/admin/keys', {
          body: {
            name: readTextField(form, 'name') ?? '',
            role: roles.find((role) => role === form.get('role')) ?? 'viewer',
            ...(days !== undefined && { expires_at: Math.floor(Date.now() / 1000) + days * 86_400 }),
          },
        }),
      )
      return <Once label={t.keyOnce} value={made.key} />
    }}
  >
    <LabelledField label={words.name} help={t.nameHelp}>
      {(field) => <input {...field} name="name" maxLength={100} autoComplete="off" required />}
    </LabelledField>
    <LabelledField label={t.role} help={t.roleHelp}>
      {(field) => (
        <select {...field} name="role">
          {roles.map((role) => (
            <option key={role} value={role}>
              {words.roles[role]}
            </option>
          ))}
        </select>
      )}
    </LabelledField>
    <LabelledField label={words.expiresAfter}>
      {(field) => <input {...field} name="days" type="number" min={1} />}
    </LabelledField>
  </FormModal>
)

const keyColumns = (mayEnd: boolean, end: (key: Key) => void): readonly TableColumn<Key>[] => [
  { title: words.name, cell: ({ name }) => name, sort: ({ name }) => name },
  { title: t.role, cell: ({ role }) => words.roles[role], sort: ({ role }) => role },
  { title: words.id, cell: ({ key_id }) => key_id },
  { title: words.created, cell: ({ created_at }) => <Time at={created_at} />, sort: ({ created_at }) => created_at },
  { title: words.expires, cell: ({ expires_at }) => <Time at={expires_at} /> },
  {
    title: '',
    cell: (key) =>
      mayEnd && (
        <Button isDanger onClick={() => end(key)}>
          {words.revoke}
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
    <Section title={t.keys} actions={mayOwn && <Button onClick={() => setNew(true)}>{t.createKey}</Button>}>
      <Loaded query={useKeys()}>
        {(keys) =>
          keys.length === 0 ? (
            <Empty title={t.noKeys}>{t.noKeysText}</Empty>
          ) : (
            <Table label={t.keys} rows={keys} columns={columns} rowKey={({ key_id }) => key_id} />
          )
        }
      </Loaded>
      {isNew && <NewKey onClose={() => setNew(false)} />}
      {ended && (
        <FormModal
          title={words.revoke}
          text={t.revokeKeyText(ended.name)}
          submit={words.revoke}
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

const shownValue = ({ value, is_secret, is_changed }: Setting): string => {
  // Secrets have no defaults, so a secret that is set differs from the default.
  if (is_secret) return is_changed ? t.secret : words.none
  if (value === null) return words.none
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const settingColumns: readonly TableColumn<Setting>[] = [
  { title: t.variable, cell: ({ name }) => <code>{name}</code>, sort: ({ name }) => name },
  { title: t.value, cell: (setting) => <span className="wrap">{shownValue(setting)}</span> },
  {
    title: t.default,
    cell: ({ is_changed }) => (is_changed ? <Badge>{t.isChanged}</Badge> : words.none),
    sort: ({ is_changed }) => (is_changed ? 0 : 1),
  },
  { title: t.meaning, cell: ({ meaning }) => meaning },
]

const Versions = ({ version }: { readonly version: ApiSchemas['Version'] }) => (
  <Facts
    facts={[
      [words.version, version.version],
      ['Bun', version.bun],
      [t.store, t.stores[version.store]],
      ...version.providers.map((one) => [one.title, one.version] as const),
    ]}
  />
)

const Backup = ({ onClose }: { readonly onClose: () => void }) => (
  <FormModal
    title={t.backUp}
    text={t.backUpText}
    submit={t.backUpNow}
    onClose={onClose}
    send={async () => {
      const archive = await unwrap(api.POST('/admin/backup', { parseAs: 'blob' }))
      const name = `patchbay-${new Date().toISOString().slice(0, 10)}.tar`
      saveFile(archive, name)
      return <p role="status">{t.backedUp(name, formatBytes(archive.size))}</p>
    }}
  />
)

export const SettingsScreen = () => {
  const mayOwn = useMay('owner')
  const [isBackingUp, setBackingUp] = useState(false)
  const configuration = useQuery({
    queryKey: ['configuration'],
    queryFn: async () => (await unwrap(api.GET('/admin/configuration'))).configuration,
  })
  const version = useQuery({ queryKey: ['version'], queryFn: () => unwrap(api.GET('/admin/version')) })
  return (
    <ScreenPage title={words.screens.settings} lead={t.lead}>
      <Keys />
      <Section
        title={t.versions}
        actions={
          <span className="row">
            <Link to="/jobs">{t.reSeal}</Link>
            {mayOwn && version.data?.store === 'embedded' && (
              <Button onClick={() => setBackingUp(true)}>{t.backUp}</Button>
            )}
          </span>
        }
      >
        <Loaded query={version}>{(data) => <Versions version={data} />}</Loaded>
      </Section>
      <Section title={t.configuration}>
        <Loaded query={configuration}>
          {(all) => <Table label={t.configuration} rows={all} columns={settingColumns} rowKey={({ name }) => name} />}
        </Loaded>
      </Section>
      {isBackingUp && <Backup onClose={() => setBackingUp(false)} />}
    </ScreenPage>
  )
}
