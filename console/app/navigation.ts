import { words } from '../words.ts'
import { appTexts as t } from './app-texts.ts'

/** The screens, as the navigation and the palette list them. */
export const navigation = [
  {
    group: t.navigation.monitor,
    screens: [
      { to: '/', title: words.screens.overview },
      { to: '/calls', title: words.screens.calls },
      { to: '/audit', title: words.screens.audit },
      { to: '/suggestions', title: words.screens.suggestions },
    ],
  },
  {
    group: t.navigation.tenants,
    screens: [
      { to: '/tenants', title: words.screens.tenants },
      { to: '/accounts', title: words.screens.accounts },
      { to: '/tokens', title: words.screens.tokens },
      { to: '/usage', title: words.screens.usage },
    ],
  },
  {
    group: t.navigation.access,
    screens: [
      { to: '/connect', title: words.screens.connect },
      { to: '/applications', title: words.screens.applications },
      { to: '/providers', title: words.screens.providers },
      { to: '/policies', title: words.screens.policies },
    ],
  },
  {
    group: t.navigation.gateway,
    screens: [
      { to: '/jobs', title: words.screens.jobs },
      { to: '/webhooks', title: words.screens.webhooks },
      { to: '/settings', title: words.screens.settings },
    ],
  },
] as const
