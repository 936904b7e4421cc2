import {
  Activity,
  AppWindow,
  Boxes,
  CalendarClock,
  ChartColumn,
  KeyRound,
  Lightbulb,
  Link2,
  Plug,
  ScrollText,
  Settings,
  Stamp,
  Users,
  Webhook,
} from 'lucide-react'
import { words } from '../words.ts'
import { appTexts as t } from './app-texts.ts'

/**
 * The screens, as the navigation and the palette list them. What is to come has its place: rules follow the applications, and receipts follow the webhooks.
 */
export const navigation = [
  {
    group: t.navigation.monitor,
    screens: [
      { to: '/', title: words.screens.overview, icon: Activity },
      { to: '/log', title: words.screens.log, icon: ScrollText },
      { to: '/approvals', title: words.screens.approvals, icon: Stamp },
      { to: '/suggestions', title: words.screens.suggestions, icon: Lightbulb },
    ],
  },
  {
    group: t.navigation.customers,
    screens: [
      { to: '/tenants', title: words.screens.tenants, icon: Users },
      { to: '/accounts', title: words.screens.accounts, icon: Plug },
      { to: '/tokens', title: words.screens.tokens, icon: KeyRound },
      { to: '/costs', title: words.screens.costs, icon: ChartColumn },
    ],
  },
  {
    group: t.navigation.access,
    screens: [
      { to: '/connect', title: words.screens.connect, icon: Link2 },
      { to: '/applications', title: words.screens.applications, icon: AppWindow },
    ],
  },
  {
    group: t.navigation.gateway,
    screens: [
      { to: '/providers', title: words.screens.providers, icon: Boxes },
      { to: '/jobs', title: words.screens.jobs, icon: CalendarClock },
      { to: '/webhooks', title: words.screens.webhooks, icon: Webhook },
      { to: '/settings', title: words.screens.settings, icon: Settings },
    ],
  },
] as const
