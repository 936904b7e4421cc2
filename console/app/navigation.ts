import { t } from '../texts.ts'

/** The screens, as the navigation and the palette list them. */
export const navigation = [
  {
    group: t.nav.watch,
    screens: [
      { to: '/', title: t.nav.overview },
      { to: '/calls', title: t.nav.calls },
      { to: '/audit', title: t.nav.audit },
      { to: '/suggestions', title: t.nav.suggestions },
    ],
  },
  {
    group: t.nav.customers,
    screens: [
      { to: '/tenants', title: t.nav.tenants },
      { to: '/accounts', title: t.nav.accounts },
      { to: '/tokens', title: t.nav.tokens },
      { to: '/usage', title: t.nav.usage },
    ],
  },
  {
    group: t.nav.access,
    screens: [
      { to: '/connect', title: t.nav.connect },
      { to: '/applications', title: t.nav.grants },
      { to: '/providers', title: t.nav.providers },
      { to: '/policies', title: t.nav.policies },
    ],
  },
  {
    group: t.nav.gateway,
    screens: [
      { to: '/jobs', title: t.nav.jobs },
      { to: '/webhooks', title: t.nav.webhooks },
      { to: '/settings', title: t.nav.settings },
    ],
  },
] as const
