import { useState } from 'react'
import type { Schemas } from '../state/api.ts'
import { useActions } from '../state/patterns.ts'
import { t } from '../texts.ts'
import { Waiting } from './loaded.tsx'
import css from './pattern-choice.module.css'

const kinds = ['read', 'write'] as const
/** More actions than these need a search. */
const many = 20
type Kind = (typeof kinds)[number]

interface Props {
  readonly tenant: string
  readonly chosen: readonly string[]
  readonly onChange: (patterns: readonly string[]) => void
}

/** All actions of one effect, or some of them. */
const Effect = ({
  provider: { id, actions },
  kind,
  chosen,
  onChange,
}: Omit<Props, 'tenant'> & { readonly provider: Schemas['Provider']; readonly kind: Kind }) => {
  const own = actions.filter((action) => action.kind === kind).map(({ name }) => `${id}:${name}`)
  const all = `${id}:${kind}`
  const hasAll = chosen.includes(all)
  const rest = chosen.filter((pattern) => pattern !== all && !own.includes(pattern))
  const some = own.filter((pattern) => chosen.includes(pattern))
  const [words, setWords] = useState('')
  const found = own.filter((pattern) => pattern.slice(id.length).includes(words.trim().toLowerCase()))
  if (own.length === 0) return null
  return (
    <>
      <label>
        <input type="checkbox" checked={hasAll} onChange={() => onChange(hasAll ? rest : [...rest, all])} />{' '}
        {t.tokens.kinds[kind]}
      </label>
      <details>
        <summary>{t.tokens.actions(hasAll ? own.length : some.length, own.length)}</summary>
        {own.length > many && (
          <input
            type="search"
            aria-label={t.providers.find}
            placeholder={t.providers.find}
            value={words}
            onChange={({ target }) => setWords(target.value)}
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

/** What a token may do, by provider and effect; and the access patterns that this makes. */
export const PatternChoice = ({ tenant, chosen, onChange }: Props) => (
  <fieldset className={css.choice}>
    <legend>{t.tokens.allow}</legend>
    {useActions(tenant)?.map((provider) => (
      <fieldset key={provider.id} className={css.provider}>
        <legend>{provider.title}</legend>
        {kinds.map((kind) => (
          <Effect key={kind} provider={provider} kind={kind} chosen={chosen} onChange={onChange} />
        ))}
      </fieldset>
    )) ?? <Waiting />}
    <p role="status" className={css.result}>
      {chosen.length === 0 ? t.tokens.everything : <code>{chosen.join(' ')}</code>}
    </p>
  </fieldset>
)
