import { type ReactNode, useEffect } from 'react'
import { words } from '../words.ts'
import css from './page.module.css'

interface Props {
  readonly title: string
  readonly lead?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}

export const ScreenPage = ({ title, lead, actions, children }: Props) => {
  useEffect(() => {
    document.title = words.pageTitle(title)
  }, [title])
  return (
    <>
      <div className={css.head}>
        <div>
          <h1 className={css.title}>{title}</h1>
          {lead !== undefined && <p className={css.lead}>{lead}</p>}
        </div>
        {actions !== undefined && <div className={css.actions}>{actions}</div>}
      </div>
      {children}
    </>
  )
}

export const Section = ({ title, actions, children }: Omit<Props, 'lead'>) => (
  <section className={css.section}>
    <div className={css.sectionHead}>
      <h2>{title}</h2>
      {actions}
    </div>
    {children}
  </section>
)

/** Sections side by side, if there is room. */
export const Columns = ({ children }: { readonly children: ReactNode }) => <div className={css.columns}>{children}</div>

/** Filters, or a few buttons, in a row. */
export const Bar = ({ children }: { readonly children: ReactNode }) => <div className={css.bar}>{children}</div>

/** Names and values. */
export const Facts = ({ facts }: { readonly facts: readonly (readonly [name: string, value: ReactNode])[] }) => (
  <dl className={css.facts}>
    {facts.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value ?? words.none}</dd>
      </div>
    ))}
  </dl>
)
