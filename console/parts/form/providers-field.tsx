import { useState } from 'react'
import type { ApiSchemas } from '../../state/api.ts'
import { useProviders } from '../../state/reads.ts'
import { words } from '../../words.ts'
import { Button } from '../button.tsx'
import { Bar } from '../page.tsx'
import { LabelledField } from './field.tsx'
import { formTexts as t } from './form-texts.ts'

export type TenantProviders = ApiSchemas['Tenant']['providers']
type Account = ApiSchemas['Account']

interface Props {
  readonly value: TenantProviders
  readonly onChange: (value: TenantProviders) => void
}

const without = (value: TenantProviders, id: string): TenantProviders =>
  Object.fromEntries(Object.entries(value).filter(([name]) => name !== id))

const toText = (value: unknown): string => (value === undefined ? '' : String(value))

/** One account: its id, its display name, and the settings that its provider needs. */
const AccountRow = ({
  account,
  settings,
  onChange,
  onRemove,
}: {
  readonly account: Account
  readonly settings: readonly string[]
  readonly onChange: (account: Account) => void
  readonly onRemove: () => void
}) => (
  <Bar>
    <LabelledField label={words.account}>
      {(field) => (
        <input
          {...field}
          required
          maxLength={64}
          autoComplete="off"
          value={account.id}
          onChange={({ target }) => onChange({ ...account, id: target.value })}
        />
      )}
    </LabelledField>
    <LabelledField label={t.accounts.displayName}>
      {(field) => (
        <input
          {...field}
          required
          maxLength={200}
          autoComplete="off"
          value={account.label}
          onChange={({ target }) => onChange({ ...account, label: target.value })}
        />
      )}
    </LabelledField>
    {settings.map((name) => (
      <LabelledField key={name} label={name}>
        {(field) => (
          <input
            {...field}
            required
            autoComplete="off"
            value={toText(account.settings?.[name])}
            onChange={({ target }) => onChange({ ...account, settings: { ...account.settings, [name]: target.value } })}
          />
        )}
      </LabelledField>
    ))}
    <LabelledField label={' '}>{() => <Button onClick={onRemove}>{words.remove}</Button>}</LabelledField>
  </Bar>
)

const AddProvider = ({ value, onChange }: Props) => {
  const { data = [] } = useProviders()
  const [chosen, setChosen] = useState('')
  const add = () => {
    onChange({ ...value, [chosen]: { accounts: [{ id: 'main', label: t.accounts.mainAccount }], default: 'main' } })
    setChosen('')
  }
  return (
    <Bar>
      <LabelledField label={Object.keys(value).length === 0 ? words.provider : t.accounts.anotherProvider}>
        {(field) => (
          <select {...field} value={chosen} onChange={({ target }) => setChosen(target.value)}>
            <option value="">{words.choose}</option>
            {data
              .filter(({ id }) => !(id in value))
              .map(({ id, title }) => (
                <option key={id} value={id}>
                  {title}
                </option>
              ))}
          </select>
        )}
      </LabelledField>
      <LabelledField label={' '}>
        {() => (
          <Button disabled={chosen === ''} onClick={add}>
            {t.accounts.addProvider}
          </Button>
        )}
      </LabelledField>
    </Bar>
  )
}

/** The providers of a tenant with their accounts: those in use, and a way to add others. */
export const ProvidersField = ({ value, onChange }: Props) => {
  const { data = [] } = useProviders()
  return (
    <>
      {Object.entries(value).map(([id, { accounts, ...rest }]) => {
        const known = data.find((one) => one.id === id)
        const change = (next: readonly Account[]) => {
          const chosen = next.find((one) => one.id === rest.default) ?? next[0]
          onChange(chosen ? { ...value, [id]: { accounts: [...next], default: chosen.id } } : without(value, id))
        }
        return (
          <fieldset key={id} className="group">
            <legend>{known?.title ?? id}</legend>
            {accounts.map((account, at) => (
              <AccountRow
                // biome-ignore lint/suspicious/noArrayIndexKey: an id changes while it is typed
                key={at}
                account={account}
                settings={known?.settings ?? []}
                onChange={(changed) => change(accounts.with(at, changed))}
                onRemove={() => change(accounts.toSpliced(at, 1))}
              />
            ))}
            <Button onClick={() => change([...accounts, { id: '', label: '' }])}>{t.accounts.add}</Button>
          </fieldset>
        )
      })}
      <AddProvider value={value} onChange={onChange} />
    </>
  )
}
