import { showText } from '@patchbay/core/shown-text'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { attention } from '../../state/stored/attention-count.ts'
import { words } from '../../words.ts'
import { Icon } from '../inline/icon.tsx'
import { ChevronLeft } from '../inline/shapes.ts'
import css from './page.module.css'

interface Props {
  readonly title: string
  /** The title of the window, if the heading alone doesn't say enough. */
  readonly windowTitle?: string
  readonly lead?: ReactNode
  readonly actions?: ReactNode
  /** The list that the page belongs to. */
  readonly up?: { readonly to: string; readonly title: string }
  /** A mark before the title. */
  readonly mark?: ReactNode
  /** A state behind the title. */
  readonly state?: ReactNode
  /** Below the heading: tabs. */
  readonly tabs?: ReactNode
  /** True for forms and texts, whose lines would otherwise be too long. */
  readonly isNarrow?: boolean
  readonly children: ReactNode
}

export const ScreenPage = (props: Props) => {
  const { title, windowTitle = title, lead, actions, up, mark, state, tabs, isNarrow, children } = props
  const waiting = attention.use()
  useEffect(() => {
    document.title = showText(words.pageTitle(windowTitle, waiting))
  }, [windowTitle, waiting])
  return (
    <div className={isNarrow ? `${css.page} ${css.narrow}` : css.page}>
      {up && (
        <nav aria-label={words.path} className={css.up} data-up="">
          <Icon shape={ChevronLeft} size={14} />
          <Link to={up.to}>{up.title}</Link>
        </nav>
      )}
      <div className={tabs === undefined ? css.head : `${css.head} ${css.withTabs}`}>
        {mark}
        <div className={css.heading}>
          <div className={css.titleLine}>
            <h1 className={css.title} dir="auto">
              {title}
            </h1>
            {state}
          </div>
          {lead !== undefined && <p className={css.lead}>{lead}</p>}
        </div>
        {actions !== undefined && <div className={css.actions}>{actions}</div>}
      </div>
      {tabs}
      {children}
    </div>
  )
}

interface SectionProps {
  readonly title: string
  readonly lead?: ReactNode
  readonly actions?: ReactNode
  /** The content reaches the border, as a list's does. */
  readonly isFlush?: boolean
  readonly children: ReactNode
}

export const Section = ({ title, lead, actions, isFlush, children }: SectionProps) => (
  <section className={isFlush ? `${css.section} ${css.flush}` : css.section}>
    <div className={css.sectionHead}>
      <div>
        <h2>{title}</h2>
        {lead !== undefined && <p className={css.sectionLead}>{lead}</p>}
      </div>
      {actions}
    </div>
    {children}
  </section>
)

/** Sections side by side, if there is room. */
export const Columns = ({ children }: { readonly children: ReactNode }) => <div className={css.columns}>{children}</div>

/** Fields or buttons in a row. */
export const Bar = ({ children }: { readonly children: ReactNode }) => <div className={css.bar}>{children}</div>

interface FactsProps {
  readonly facts: readonly (readonly [name: string, value: ReactNode])[]
  /** The values are figures: more of them stand side by side. */
  readonly isShort?: boolean
}

/** Names and values. Those without a value are left out. */
export const Facts = ({ facts, isShort }: FactsProps) => (
  <dl className={isShort ? `${css.facts} ${css.short}` : css.facts}>
    {facts
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{typeof value === 'string' ? <bdi>{value}</bdi> : value}</dd>
        </div>
      ))}
  </dl>
)
