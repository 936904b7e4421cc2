import { t } from '../texts.ts'

/** The screens, as the navigation and the palette list them. */
export const navigation = [
  {
    group: t.nav.watch,
    screens: [
      { to: '/', title: t.nav.overview },
      { to: '/calls', title: t.nav.calls },
      { to: '/audit', title: t.nav.audit },
    ],
  },
] as const
