import { currentMs, secondsOf } from '@patchbay/core/time'
import { useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { LabelledField } from '../../parts/form/field.tsx'
import { FormModal, Once, readNumberField, readTextField } from '../../parts/form/form-modal.tsx'
import { Id } from '../../parts/id.tsx'
import { Ban, KeyRound, Plus } from '../../parts/inline/shapes.ts'
import { Time } from '../../parts/inline/time.tsx'
import { Table, type TableColumn } from '../../parts/list/table.tsx'
import { announceDone } from '../../parts/over/toasts.tsx'
import { Empty, Loaded } from '../../parts/page/loaded.tsx'
import { Section } from '../../parts/page/page.tsx'
import { type ApiSchemas, api, unwrap } from '../../state/gateway/api.ts'
import { useKeys } from '../../state/gateway/reads.ts'
import { useMay } from '../../state/gateway/session.ts'
import { useUrl } from '../../state/search.ts'
import { words } from '../../words.ts'
import { settingsTexts as t } from './settings-texts.ts'

type Key = ApiSchemas['AdminKey']

const roles = ['viewer', 'approver', 'operator', 'owner', 'linker'] as const

/** The members that only a key of the role `linker` has. */
const readTenants = (form: FormData): { readonly tenants?: string[] } => {
  const tenants = readTextField(form, 'tenants')
  return form.get('role') === 'linker' && tenants !== undefined
    ? { tenants: tenants.split(/[\s,]+/).filter(Boolean) }
    : {}
}

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
            ...readTenants(form),
            ...(days !== undefined && { expires_at: secondsOf(currentMs()) + days * 86_400 }),
          },
        }),
      )
      return <Once label={t.keyOnce} value={made.key} />
    }}
  >
    <LabelledField label={words.name} help={t.nameHelp}>
      {(field) => <input {...field} name="name" maxLength={100} autoComplete="off" required />}
    </LabelledField>
    <LabelledField label={t.role}>
      {(field) => (
        <select {...field} name="role">
          {roles.map((role) => (
            <option key={role} value={role}>
              {`${words.roles[role]}: ${t.roles[role].toLowerCase()}`}
            </option>
          ))}
        </select>
      )}
    </LabelledField>
    <LabelledField label={t.keyTenants} help={t.keyTenantsHelp}>
      {(field) => <input {...field} name="tenants" autoComplete="off" spellCheck={false} />}
    </LabelledField>
    <LabelledField label={words.expiresAfter} help={words.emptyForNever}>
      {(field) => <input {...field} name="days" type="number" min={1} />}
    </LabelledField>
  </FormModal>
)

const columns: readonly TableColumn<Key>[] = [
  { title: words.name, card: 'title', cell: ({ name }) => name, sort: ({ name }) => name },
  { title: t.role, width: 9, cell: ({ role }) => words.roles[role], sort: ({ role }) => role },
  { title: words.id, width: 10, cell: ({ key_id }) => <Id>{key_id}</Id> },
  {
    title: words.created,
    width: 8,
    isExtra: true,
    cell: ({ created_at }) => <Time at={created_at} />,
    sort: ({ created_at }) => created_at,
  },
  { title: words.expires, width: 8, cell: ({ expires_at }) => <Time at={expires_at} /> },
]

export const AdminKeysSection = () => {
  const mayOwn = useMay('owner')
  const [{ create }, change] = useUrl()
  const [ended, setEnded] = useState<Key>()
  const query = useKeys()
  return (
    <Section
      title={t.keys}
      lead={t.keysLead}
      isFlush={(query.data?.length ?? 0) > 0}
      actions={
        mayOwn && (
          <Button icon={Plus} onClick={() => change({ create: 'key' })}>
            {t.createKey}
          </Button>
        )
      }
    >
      <Loaded query={query}>
        {(keys) =>
          keys.length === 0 ? (
            <Empty icon={KeyRound} title={t.noKeys}>
              <p>{t.noKeysText}</p>
            </Empty>
          ) : (
            <Table
              label={t.keys}
              rows={keys}
              columns={columns}
              rowKey={({ key_id }) => key_id}
              rowName={({ name }) => name}
              menu={
                mayOwn
                  ? (key) => [{ title: words.revoke, icon: Ban, isDanger: true, onChoose: () => setEnded(key) }]
                  : undefined
              }
            />
          )
        }
      </Loaded>
      {create === 'key' && mayOwn && <NewKey onClose={() => change({ create: undefined })} />}
      {ended && (
        <FormModal
          title={words.revoke}
          text={t.revokeKeyText(ended.name)}
          submit={words.revoke}
          isDanger
          onClose={() => setEnded(undefined)}
          send={async () => {
            await unwrap(api.DELETE('/admin/keys/{key_id}', { params: { path: { key_id: ended.key_id } } }))
            announceDone(t.keyRevoked(ended.name))
          }}
        />
      )}
    </Section>
  )
}
