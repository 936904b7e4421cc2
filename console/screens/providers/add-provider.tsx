import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { mainButtonClass } from '../../parts/button.tsx'
import { LabelledField } from '../../parts/form/field.tsx'
import { ProviderMark } from '../../parts/inline/provider-mark.tsx'
import { Modal } from '../../parts/over/modal.tsx'
import { Code } from '../../parts/page/code.tsx'
import type { ApiSchemas } from '../../state/gateway/api.ts'
import { providersQuery } from '../../state/gateway/reads.ts'
import { documentation } from '../../state/gateway/session.ts'
import { whileUsed } from '../../state/live.ts'
import { quoteArgument } from '../../state/quote-argument.ts'
import { useProvider } from './provider.tsx'
import { providersTexts as t } from './providers-texts.ts'

const every3s = whileUsed(3000)

/** The providers that are there now and weren't when the dialog was opened. */
const useNewProviders = (): readonly ApiSchemas['ProviderSummary'][] => {
  const { data = [], isFetchedAfterMount } = useQuery({ ...providersQuery, staleTime: 0, refetchInterval: every3s })
  const [before, setBefore] = useState<ReadonlySet<string>>()
  if (before === undefined) {
    if (isFetchedAfterMount) setBefore(new Set(data.map(({ id }) => id)))
    return []
  }
  return data.filter(({ id }) => !before.has(id))
}

/** An action to begin with: the one that tests credentials, or the first that reads. */
const findFirstAction = ({ probe, actions }: ApiSchemas['Provider']): string | undefined =>
  probe?.action ?? (actions.find(({ kind, secret }) => kind === 'read' && !secret) ?? actions[0])?.name

const NewProvider = ({ provider: { id, title } }: { readonly provider: ApiSchemas['ProviderSummary'] }) => {
  const { data } = useProvider(id)
  const action = data && findFirstAction(data)
  return (
    <p className="row">
      <ProviderMark id={id} />
      {t.isThere(title)}
      {action !== undefined && (
        <Link to="/providers/$id/actions/$action" params={{ id, action }} className={mainButtonClass}>
          {t.tryAction}
        </Link>
      )}
    </p>
  )
}

/** The ways to a provider that isn't there. All of them run beside the gateway: the console writes no code, and shows what has come. */
export const AddProvider = ({ onClose }: { readonly onClose: () => void }) => {
  const [source, setSource] = useState('')
  const found = useNewProviders()
  return (
    <Modal title={t.add} isWide onClose={onClose}>
      <LabelledField label={t.source} help={t.sourceHelp}>
        {(field) => (
          <input {...field} autoComplete="off" value={source} onChange={({ target }) => setSource(target.value)} />
        )}
      </LabelledField>
      <p>{t.addText}</p>
      {t.ways.map(({ title, command, guide, more }) => (
        <section key={guide} aria-label={title}>
          <h3>{title}</h3>
          <Code label={title}>{command(source.trim() && quoteArgument(source.trim()))}</Code>
          {documentation !== undefined && (
            <p>
              <a href={`${documentation}${guide}`}>{more}</a>
            </p>
          )}
        </section>
      ))}
      <div role="status">
        {found.length === 0 ? (
          <p className="quiet">{t.waiting}</p>
        ) : (
          found.map((provider) => <NewProvider key={provider.id} provider={provider} />)
        )}
      </div>
    </Modal>
  )
}
