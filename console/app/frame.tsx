import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { IconButton } from '../parts/button.tsx'
import { BrandMark } from '../parts/inline/brand.tsx'
import { Icon } from '../parts/inline/icon.tsx'
import { formatShortCount } from '../parts/inline/numbers.ts'
import { describeZone } from '../parts/inline/relative-time.ts'
import { Menu, X } from '../parts/inline/shapes.ts'
import { Toasts } from '../parts/over/toasts.tsx'
import { session } from '../state/gateway/api.ts'
import { useAttention } from '../state/gateway/attention.ts'
import { attention } from '../state/stored/attention-count.ts'
import { words } from '../words.ts'
import { appTexts as t } from './app-texts.ts'
import { Away } from './away.tsx'
import css from './frame.module.css'
import { Keyboard } from './keyboard.tsx'
import { navigation } from './navigation.ts'
import { Palette } from './palette.tsx'
import { PersonMenu } from './person.tsx'
import { SignInPage } from './sign-in.tsx'

const names: Readonly<Record<keyof ReturnType<typeof useAttention>, (count: number) => string>> = t.navigation.badges

/** The number of things that wait on a screen. */
const Attention = ({ to, counts }: { readonly to: string; readonly counts: ReturnType<typeof useAttention> }) => {
  if (!(to === '/approvals' || to === '/suggestions' || to === '/accounts')) return null
  const count = counts[to]
  return (
    count > 0 && (
      <span className={to === '/approvals' ? css.badge : `${css.badge} ${css.wrong}`} title={names[to](count)}>
        <span aria-hidden="true">{formatShortCount(count)}</span>
        <span className="hidden">{names[to](count)}</span>
      </span>
    )
  )
}

const Navigation = ({ counts }: { readonly counts: ReturnType<typeof useAttention> }) => (
  <nav aria-label={t.navigation.label} className={css.nav}>
    {navigation.map(({ group, screens }) => (
      <div key={group}>
        <p className={css.group}>{group}</p>
        <ul>
          {screens.map(({ to, title, icon }) => (
            <li key={to}>
              <Link
                to={to}
                activeOptions={{ exact: to === '/', includeSearch: false }}
                activeProps={{ className: css.active }}
              >
                <Icon shape={icon} />
                {title}
                <Attention to={to} counts={counts} />
              </Link>
            </li>
          ))}
        </ul>
      </div>
    ))}
  </nav>
)

const Signed = () => {
  const [isOpen, setOpen] = useState(false)
  const { pathname } = useLocation()
  const counts = useAttention()
  const waiting = Object.values(counts).reduce((sum, count) => sum + count, 0)
  useEffect(() => attention.set(waiting), [waiting])
  // On a phone the navigation covers the page: choosing a screen closes it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is what it reacts to
  useEffect(() => setOpen(false), [pathname])
  return (
    <div className={css.frame} data-open={isOpen || undefined}>
      <a href="#content" className={css.skip}>
        {t.skip}
      </a>
      <header className={css.side}>
        <div className={css.top}>
          <Link to="/" className={css.brand}>
            <BrandMark />
            Patchbay
          </Link>
          <span className={css.menu}>
            <IconButton
              label={t.navigation.menu}
              icon={isOpen ? X : Menu}
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            />
          </span>
        </div>
        <div className={css.drawer}>
          <Palette />
          <Navigation counts={counts} />
          <p className={css.zone} title={t.zoneHelp}>
            {t.zone(describeZone())}
          </p>
          <PersonMenu />
        </div>
      </header>
      <main id="content" className={css.content} tabIndex={-1}>
        <Outlet />
      </main>
      <Toasts />
      <Keyboard />
    </div>
  )
}

export const Frame = () => {
  const current = session.use()
  return (
    <>
      <Away />
      {current === undefined && (
        <p role="status" className="hidden">
          {words.loading}
        </p>
      )}
      {current === null && <SignInPage />}
      {current && <Signed />}
    </>
  )
}
