import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { Menu, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { IconButton } from '../parts/button.tsx'
import { BrandMark } from '../parts/inline/brand.tsx'
import { Icon } from '../parts/inline/icon.tsx'
import { describeZone } from '../parts/inline/relative-time.ts'
import { Toasts } from '../parts/over/toasts.tsx'
import { session } from '../state/gateway/api.ts'
import { words } from '../words.ts'
import { appTexts as t } from './app-texts.ts'
import { Away } from './away.tsx'
import css from './frame.module.css'
import { navigation } from './navigation.ts'
import { Palette } from './palette.tsx'
import { PersonMenu } from './person.tsx'
import { SignInPage } from './sign-in.tsx'

const Navigation = () => (
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
          <Navigation />
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
