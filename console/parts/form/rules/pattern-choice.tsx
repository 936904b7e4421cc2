import { useState } from 'react'
import type { ApiSchemas } from '../../../state/gateway/api.ts'
import { useActions } from '../../../state/gateway/patterns.ts'
import { words } from '../../../words.ts'
import { LoadingBox } from '../../page/loaded.tsx'
import { formTexts as t } from '../form-texts.ts'
import css from './pattern-choice.module.css'

const kinds = ['read', 'write', 'secret'] as const
/** Lists with more actions than this get a search field. */
const many = 20
type Kind = (typeof kinds)[number]

interface Props {
  readonly tenant: string
  readonly chosen: readonly string[]
  readonly onChange: (patterns: readonly string[]) => void
}

type Action = ApiSchemas['Provider']['actions'][number]

/** The group of an action: actions that return credentials need their own right. */
const chooseBox = ({ kind, secret }: Action): Kind => (secret ? 'secret' : kind)

/** A choice of all actions of one effect, or of some of them. */
const Effect = ({
  provider: { id, actions },
  kind,
  chosen,
  onChange,
}: Omit<Props, 'tenant'> & { readonly provider: ApiSchemas['Provider']; readonly kind: Kind }) => {
  const own = actions.filter((action) => chooseBox(action) === kind).map(({ name }) => `${id}:${name}`)
  const all = `${id}:${kind}`
  const hasAll = chosen.includes(all)
  const rest = chosen.filter((pattern) => pattern !== all && !own.includes(pattern))
  const some = own.filter((pattern) => chosen.includes(pattern))
  const [typed, setTyped] = useState('')
  const found = own.filter((pattern) => pattern.slice(id.length).includes(typed.trim().toLowerCase()))
  if (own.length === 0) return null
  return (
    <>
      <label>
        <input type="checkbox" checked={hasAll} onChange={() => onChange(hasAll ? rest : [...rest, all])} />{' '}
        {t.token.effects[kind]}
      </label>
      <details>
        <summary>{t.token.count(hasAll ? own.length : some.length, own.length)}</summary>
        {own.length > many && (
          <input
            type="search"
            aria-label={words.findAction}
            placeholder={words.findAction}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            // It must not send the form.
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          />
        )}
        <div className={css.actions}>
          {found.map((pattern) => (
            <label key={pattern}>
              <input
                type="checkbox"
                checked={hasAll || some.includes(pattern)}
                disabled={hasAll}
                onChange={() => onChange([...rest, ...own.filter((one) => some.includes(one) !== (one === pattern))])}
              />{' '}
              {pattern.slice(id.length + 1)}
            </label>
          ))}
        </div>
      </details>
    </>
  )
}

/** A choice of what a token may do, by provider and effect, with the resulting access patterns. */
export const PatternChoice = ({ tenant, chosen, onChange }: Props) => (
  <fieldset className={css.choice}>
    <legend>{words.allow}</legend>
    {useActions(tenant)?.map((provider) => (
      <fieldset key={provider.id} className={css.provider}>
        <legend>{provider.title}</legend>
        {kinds.map((kind) => (
          <Effect key={kind} provider={provider} kind={kind} chosen={chosen} onChange={onChange} />
        ))}
      </fieldset>
    )) ?? <LoadingBox />}
    <p role="status" className={css.result}>
      {chosen.length === 0 ? t.token.nothingChosen : <code>{chosen.join(' ')}</code>}
    </p>
  </fieldset>
)
