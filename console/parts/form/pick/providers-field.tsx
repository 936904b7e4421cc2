import type { ApiSchemas } from '../../../state/gateway/api.ts'
import { useProviders } from '../../../state/gateway/reads.ts'
import { words } from '../../../words.ts'
import { Button, IconButton } from '../../button.tsx'
import { ProviderMark } from '../../inline/provider-mark.tsx'
import { Plus, X } from '../../inline/shapes.ts'
import { Bar } from '../../page/page.tsx'
import { LabelledField } from '../field.tsx'
import { formTexts as t } from '../form-texts.ts'
import { ProviderField } from './provider-field.tsx'
import css from './providers-field.module.css'

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
    <div className={css.remove}>
      <IconButton label={t.accounts.remove(account.id)} icon={X} onClick={onRemove} />
    </div>
  </Bar>
)

/** Chosen, a provider is there with its first account: nothing else needs to be pressed. */
const AddProvider = ({ value, onChange }: Props) => (
  <ProviderField
    key={Object.keys(value).length}
    label={Object.keys(value).length === 0 ? words.provider : t.accounts.anotherProvider}
    value=""
    without={Object.keys(value)}
    onChange={(id) =>
      id !== '' &&
      onChange({ ...value, [id]: { accounts: [{ id: 'main', label: t.accounts.mainAccount }], default: 'main' } })
    }
  />
)

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
          <fieldset key={id} className={css.group}>
            <legend>
              <ProviderMark id={id} /> {known?.title ?? id}
            </legend>
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
            <Button icon={Plus} onClick={() => change([...accounts, { id: '', label: '' }])}>
              {t.accounts.add}
            </Button>
          </fieldset>
        )
      })}
      <AddProvider value={value} onChange={onChange} />
    </>
  )
}
