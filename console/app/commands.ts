import { useQuery } from '@tanstack/react-query'
import type { IconShape } from '../parts/inline/icon.tsx'
import {
  CirclePause,
  CirclePlay,
  CornerDownRight,
  KeyRound,
  Link2,
  LogOut,
  Plus,
  RefreshCw,
  ScrollText,
  SunMoon,
  Users,
} from '../parts/inline/shapes.ts'
import { type ApiSchemas, api, unwrap } from '../state/gateway/api.ts'
import { useProviders } from '../state/gateway/reads.ts'
import { signOut, useMay } from '../state/gateway/session.ts'
import { setTheme, themes } from '../state/stored/theme.ts'
import { appTexts as t } from './app-texts.ts'
import { navigation } from './navigation.ts'

/** An entry of the palette. */
export interface PaletteCommand {
  readonly title: string
  readonly more?: string
  readonly icon?: IconShape
  /** Other words by which the search finds it. */
  readonly about?: string
  /** The id of the provider whose mark stands before it. */
  readonly provider?: string
  /** The screen that it opens; otherwise `run` is called. */
  readonly to?: string
  readonly search?: Readonly<Record<string, string | undefined>>
  readonly run?: () => unknown
}

export interface PaletteGroup {
  readonly title: string
  readonly commands: readonly PaletteCommand[]
}

const screens: readonly PaletteCommand[] = navigation.flatMap(({ screens: all }) =>
  all.map(({ to, title, icon, about }) => ({ to, title, icon, about })),
)

const deeds: readonly PaletteCommand[] = [
  { title: t.palette.deeds.tenant, icon: Plus, to: '/tenants/new' },
  { title: t.palette.deeds.link, icon: Link2, to: '/connect', search: { create: 'on' } },
  { title: t.palette.deeds.key, icon: KeyRound, to: '/settings', search: { create: 'key' } },
  { title: t.palette.deeds.application, icon: Plus, to: '/connect', search: { app: 'new' } },
  { title: t.palette.deeds.provider, icon: Plus, to: '/providers', search: { add: 'on' } },
]

/** Deeds that are done here at once. */
const ownDeeds: readonly PaletteCommand[] = [
  ...themes.map((name) => ({ title: t.palette.deeds.theme(name), icon: SunMoon, run: () => setTheme(name) })),
  { title: t.person.signOut, icon: LogOut, run: () => signOut(false) },
]

/** A deed, before the name of the tenant or token that it is done to. */
const verbs = /^(?:suspend|activate|rotate|revoke)\s+(.+)$/i

/** "make a token for acme" and "suspend acme" are about acme. */
const readSubject = (typed: string): string => (/\sfor\s+(.+)$/i.exec(typed) ?? verbs.exec(typed))?.[1]?.trim() ?? typed

const isAbout = (typed: string, title: string): boolean =>
  typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => title.toLowerCase().includes(word))

const listTenants = (tenants: readonly ApiSchemas['Tenant'][]): readonly PaletteCommand[] =>
  tenants.map(({ id, name }) => ({
    title: name,
    ...(name !== id && { more: id }),
    icon: Users,
    to: `/tenants/${id}`,
  }))

/** The deeds for each of the matching tenants, if the typed text has a deed's word. */
const listDeedsFor = (typed: string, tenants: readonly ApiSchemas['Tenant'][]): readonly PaletteCommand[] => {
  const isDeed = /\b(create|make|new|token|link|connect)\b/i.test(typed) || /\sfor\s/i.test(typed)
  if (!isDeed) return []
  return tenants.slice(0, 3).flatMap(({ id, name }) => [
    { title: t.palette.deeds.tokenFor(name), icon: KeyRound, to: `/tenants/${id}/tokens`, search: { create: 'on' } },
    { title: t.palette.deeds.linkFor(name), icon: Link2, to: '/connect', search: { create: 'on', for: id } },
  ])
}

const listStatusDeeds = (typed: string, tenants: readonly ApiSchemas['Tenant'][]): readonly PaletteCommand[] => {
  const wanted = /^(suspend|activate)\s/i.exec(typed)?.[1]?.toLowerCase()
  if (wanted === undefined) return []
  const status = wanted === 'suspend' ? 'active' : 'suspended'
  return tenants
    .filter((tenant) => tenant.status === status)
    .slice(0, 3)
    .map(({ id, name }) => ({
      title: wanted === 'suspend' ? t.palette.deeds.suspend(name) : t.palette.deeds.activate(name),
      icon: wanted === 'suspend' ? CirclePause : CirclePlay,
      to: `/tenants/${id}`,
      search: { do: wanted === 'suspend' ? wanted : undefined },
    }))
}

/** A token's own page has what can be done with it; "rotate" opens the dialog. */
const listTokens = (typed: string, tokens: readonly ApiSchemas['TenantToken'][]): readonly PaletteCommand[] => {
  const wanted = /^(rotate|revoke)\s/i.exec(typed)?.[1]?.toLowerCase()
  return tokens.map(({ token_id, tenant_id, label }) => {
    const name = label ?? token_id
    return {
      title: wanted === undefined ? name : t.palette.deeds.token(wanted, name),
      more: tenant_id,
      icon: wanted === undefined ? KeyRound : RefreshCw,
      to: `/tenants/${tenant_id}/tokens`,
      search: { token: token_id, ...(wanted !== undefined && { do: wanted }) },
    }
  })
}

const listAccounts = (accounts: readonly ApiSchemas['ConfiguredAccount'][]): readonly PaletteCommand[] =>
  accounts.map(({ tenant_id, tenant_name, provider, account_id }) => ({
    title: `${provider}/${account_id}`,
    more: tenant_name,
    provider,
    to: '/accounts',
    search: { tenant: tenant_id, provider, q: account_id },
  }))

const listActions = (actions: readonly ApiSchemas['FoundAction'][]): readonly PaletteCommand[] =>
  actions.map(({ provider, action }) => ({
    title: action,
    more: provider,
    provider,
    to: `/providers/${provider}/actions/${action}`,
  }))

/** The gateway's matches for a text, besides tenants. */
const useFound = (subject: string) => {
  const query = { q: subject, limit: 4 }
  const isWord = subject.length > 1 && subject.length <= 100
  return useQuery({
    queryKey: ['palette', subject],
    queryFn: async () => {
      const [tokens, accounts, actions] = await Promise.all([
        unwrap(api.GET('/admin/auth', { params: { query } })),
        unwrap(api.GET('/admin/accounts', { params: { query } })),
        unwrap(api.GET('/admin/actions', { params: { query } })),
      ])
      return { tokens: tokens.tokens, accounts: accounts.accounts, actions: actions.actions }
    },
    enabled: isWord,
    staleTime: 30_000,
  })
}

const looksLikeId = /^[\w.-]{6,128}$/

/** A word without digits may be a caller's own request id, but rarely is one. */
const mayBeCall = (typed: string, hasOthers: boolean): boolean =>
  looksLikeId.test(typed) && (!hasOthers || /\d/.test(typed))

/** Screens by their titles first, then by what is done there. */
const findScreens = (typed: string): readonly PaletteCommand[] => {
  const byTitle = screens.filter(({ title }) => isAbout(typed, title))
  const byDeed = screens.filter(({ title, about = '' }) => isAbout(typed, `${title} ${about}`))
  return [...new Set([...byTitle, ...byDeed])]
}

interface Found {
  readonly groups: readonly PaletteGroup[]
  readonly isLooking: boolean
}

/**
 * The commands that match the typed text: tenants, accounts, tokens and actions by their names, providers, screens,
 * deeds and, if it may be an id, a call.
 */
export const useCommands = (typed: string): Found => {
  const text = typed.trim()
  const subject = readSubject(text)
  const mayChange = useMay('operator')
  const found = useQuery({
    queryKey: ['tenants', 'palette', subject],
    queryFn: async () =>
      (await unwrap(api.GET('/admin/tenants', { params: { query: { q: subject, limit: 5 } } }))).tenants,
    enabled: subject !== '',
    placeholderData: (before) => before,
  })
  const { data: providers = [] } = useProviders()
  const { data: others = { tokens: [], accounts: [], actions: [] }, isFetching } = useFound(subject)
  // While those of what is typed are looked for, they are those of what was typed before: Enter must not go there.
  const hasSubject = (name: string): boolean => name.toLowerCase().includes(subject.toLowerCase())
  const tenants = subject === '' ? [] : (found.data ?? []).filter(({ id, name }) => hasSubject(id) || hasSubject(name))
  const ofProviders = providers
    .filter(({ id, title }) => text !== '' && isAbout(text, `${id} ${title}`))
    .slice(0, 4)
    .map(({ id, title }) => ({ title, more: id, provider: id, to: `/providers/${id}` }))
  const ofDeeds: PaletteGroup = {
    title: t.palette.groups.deeds,
    commands: [
      ...(mayChange ? [...listStatusDeeds(text, tenants), ...listDeedsFor(text, tenants)] : []),
      ...(mayChange ? deeds : []).filter(({ title }) => isAbout(text, title)),
      ...ownDeeds.filter(({ title }) => text.length > 2 && isAbout(text, title)),
    ],
  }
  const ofTokens: PaletteGroup = { title: t.palette.groups.tokens, commands: listTokens(text, others.tokens) }
  const groups = [
    ...new Set<PaletteGroup>([
      // Enter does what the verb says, in place of opening what it is said of.
      ...(verbs.test(text) ? [ofDeeds, ofTokens] : []),
      { title: t.palette.groups.tenants, commands: listTenants(tenants) },
      ofDeeds,
      { title: t.palette.groups.accounts, commands: listAccounts(others.accounts) },
      ofTokens,
      { title: t.palette.groups.providers, commands: ofProviders },
      { title: t.palette.groups.screens, commands: findScreens(text) },
      { title: t.palette.groups.actions, commands: listActions(others.actions) },
    ]),
  ].filter(({ commands }) => commands.length > 0)
  const call = { title: t.palette.call(text), icon: ScrollText, to: `/calls/${encodeURIComponent(text)}` }
  const calls = mayBeCall(text, groups.length > 0) ? [{ title: t.palette.groups.calls, commands: [call] }] : []
  return { groups: [...groups, ...calls], isLooking: found.isFetching || isFetching }
}

export const defaultIcon = CornerDownRight
