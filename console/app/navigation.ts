import {
  Activity,
  AppWindow,
  Boxes,
  CalendarClock,
  ChartColumn,
  History,
  KeyRound,
  Lightbulb,
  Link2,
  Plug,
  ScrollText,
  Settings,
  Stamp,
  Users,
  Webhook,
} from '../parts/inline/shapes.ts'
import { words } from '../words.ts'
import { appTexts as t } from './app-texts.ts'

/**
 * The screens, as the navigation and the palette list them. What is to come has its place: rules follow the applications, and receipts follow the webhooks.
 */
export const navigation = [
  {
    group: t.navigation.monitor,
    screens: [
      { to: '/', title: words.screens.overview, about: t.palette.about.overview, icon: Activity },
      { to: '/log', title: words.screens.log, about: t.palette.about.log, icon: ScrollText },
      { to: '/changes', title: words.screens.changes, about: t.palette.about.changes, icon: History },
      { to: '/approvals', title: words.screens.approvals, about: t.palette.about.approvals, icon: Stamp },
      { to: '/suggestions', title: words.screens.suggestions, about: t.palette.about.suggestions, icon: Lightbulb },
    ],
  },
  {
    group: t.navigation.customers,
    screens: [
      { to: '/tenants', title: words.screens.tenants, about: t.palette.about.tenants, icon: Users },
      { to: '/accounts', title: words.screens.accounts, about: t.palette.about.accounts, icon: Plug },
      { to: '/tokens', title: words.screens.tokens, about: t.palette.about.tokens, icon: KeyRound },
      { to: '/costs', title: words.screens.costs, about: t.palette.about.costs, icon: ChartColumn },
    ],
  },
  {
    group: t.navigation.access,
    screens: [
      { to: '/connect', title: words.screens.connect, about: t.palette.about.connect, icon: Link2 },
      { to: '/applications', title: words.screens.applications, about: t.palette.about.applications, icon: AppWindow },
    ],
  },
  {
    group: t.navigation.gateway,
    screens: [
      { to: '/providers', title: words.screens.providers, about: t.palette.about.providers, icon: Boxes },
      { to: '/jobs', title: words.screens.jobs, about: t.palette.about.jobs, icon: CalendarClock },
      { to: '/webhooks', title: words.screens.webhooks, about: t.palette.about.webhooks, icon: Webhook },
      { to: '/settings', title: words.screens.settings, about: t.palette.about.settings, icon: Settings },
    ],
  },
] as const
