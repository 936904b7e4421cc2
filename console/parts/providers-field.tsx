import { useState } from 'react'
import type { Schemas } from '../state/api.ts'
import { useProviders } from '../state/reads.ts'
import { t } from '../texts.ts'
import { Button } from './button.tsx'
import { Field } from './field.tsx'
import { Bar } from './page.tsx'

export type Providers = Schemas['Tenant']['providers']
type Account = Schemas['Account']

interface Props {
  readonly value: Providers
  readonly onChange: (value: Providers) => void
}

const without = (value: Providers, id: string): Providers =>
  Object.fromEntries(Object.entries(value).filter(([name]) => name !== id))

const textOf = (value: unknown): string => (value === undefined ? '' : String(value))

/** One account: its id, its name, and what its provider wants to know of it. */
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
    <Field label={t.tenants.accountId}>
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
    </Field>
    <Field label={t.tenants.accountLabel}>
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
    </Field>
    {settings.map((name) => (
      <Field key={name} label={name}>
        {(field) => (
          <input
            {...field}
            required
            autoComplete="off"
            value={textOf(account.settings?.[name])}
            onChange={({ target }) => onChange({ ...account, settings: { ...account.settings, [name]: target.value } })}
          />
        )}
      </Field>
    ))}
    <Field label={' '}>{() => <Button onClick={onRemove}>{t.tenants.removeAccount}</Button>}</Field>
  </Bar>
)

const AddProvider = ({ value, onChange }: Props) => {
  const { data = [] } = useProviders()
  const [chosen, setChosen] = useState('')
  const add = () => {
    onChange({ ...value, [chosen]: { accounts: [{ id: 'main', label: t.tenants.mainAccount }], default: 'main' } })
    setChosen('')
  }
  return (
    <Bar>
      <Field label={Object.keys(value).length === 0 ? t.call.provider : t.tenants.addProvider}>
        {(field) => (
          <select {...field} value={chosen} onChange={({ target }) => setChosen(target.value)}>
            <option value="">{t.choose}</option>
            {data
              .filter(({ id }) => !(id in value))
              .map(({ id, title }) => (
                <option key={id} value={id}>
                  {title}
                </option>
              ))}
          </select>
        )}
      </Field>
      <Field label={' '}>
        {() => (
          <Button disabled={chosen === ''} onClick={add}>
            {t.tenants.add}
          </Button>
        )}
      </Field>
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
            <Button onClick={() => change([...accounts, { id: '', label: '' }])}>{t.tenants.addAccount}</Button>
          </fieldset>
        )
      })}
      <AddProvider value={value} onChange={onChange} />
    </>
  )
}
