import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import css from './tabs.module.css'

export interface Tab {
  readonly title: string
  readonly to: string
  /** The number of entries, if it helps to choose. */
  readonly count?: number | undefined
}

/** The parts of a page, each with an address of its own. */
export const Tabs = ({ label, tabs }: { readonly label: string; readonly tabs: readonly Tab[] }) => {
  const nav = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  // A phone can't show all tabs: the bar scrolls to the open one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is what it reacts to
  useEffect(() => {
    const open = nav.current?.querySelector<HTMLElement>('[aria-current="page"]')
    if (open && nav.current) nav.current.scrollLeft = open.offsetLeft - nav.current.clientWidth / 2
  }, [pathname])
  return (
    <nav aria-label={label} className={css.tabs} ref={nav}>
      {tabs.map(({ title, to, count }) => (
        <Link
          key={to}
          to={to}
          activeOptions={{ exact: true, includeSearch: false }}
          activeProps={{ className: css.active }}
        >
          {title}
          {count !== undefined && <span className={css.count}>{count.toLocaleString()}</span>}
        </Link>
      ))}
    </nav>
  )
}
