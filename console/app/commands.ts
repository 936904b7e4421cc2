import { useQuery } from '@tanstack/react-query'
import { CornerDownRight, KeyRound, Link2, Plus, ScrollText, Users } from 'lucide-react'
import type { IconShape } from '../parts/inline/icon.tsx'
import { type ApiSchemas, api, unwrap } from '../state/gateway/api.ts'
import { useProviders } from '../state/gateway/reads.ts'
import { useMay } from '../state/gateway/session.ts'
import { appTexts as t } from './app-texts.ts'
import { navigation } from './navigation.ts'

/** Something that the palette leads to. */
export interface PaletteCommand {
  readonly title: string
  readonly more?: string
  readonly icon?: IconShape
  /** Other words that it is found by. */
  readonly about?: string
  /** Of the provider whose mark stands before it. */
  readonly provider?: string
  readonly to: string
  readonly search?: Readonly<Record<string, string | undefined>>
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
]

/** "make a token for acme" is about acme. */
const readSubject = (typed: string): string => /\sfor\s+(.+)$/i.exec(typed)?.[1]?.trim() ?? typed

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

/** What can be done with each of the tenants that were found: it is listed if a word of it was typed. */
const listDeedsFor = (typed: string, tenants: readonly ApiSchemas['Tenant'][]): readonly PaletteCommand[] => {
  const isDeed = /\b(create|make|new|token|link|connect)\b/i.test(typed) || /\sfor\s/i.test(typed)
  if (!isDeed) return []
  return tenants.slice(0, 3).flatMap(({ id, name }) => [
    { title: t.palette.deeds.tokenFor(name), icon: KeyRound, to: `/tenants/${id}/tokens`, search: { create: 'on' } },
    { title: t.palette.deeds.linkFor(name), icon: Link2, to: '/connect', search: { create: 'on', for: id } },
  ])
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

/** What fits the typed text: tenants by their names, providers, screens, deeds and, if it may be an id, a call. */
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
  // While those of what is typed are looked for, they are those of what was typed before: Enter must not go there.
  const hasSubject = (name: string): boolean => name.toLowerCase().includes(subject.toLowerCase())
  const tenants = subject === '' ? [] : (found.data ?? []).filter(({ id, name }) => hasSubject(id) || hasSubject(name))
  const ofProviders = providers
    .filter(({ id, title }) => text !== '' && isAbout(text, `${id} ${title}`))
    .slice(0, 4)
    .map(({ id, title }) => ({ title, more: id, provider: id, to: `/providers/${id}` }))
  const others: readonly PaletteGroup[] = [
    { title: t.palette.groups.tenants, commands: listTenants(tenants) },
    {
      title: t.palette.groups.deeds,
      commands: mayChange ? [...listDeedsFor(text, tenants), ...deeds.filter(({ title }) => isAbout(text, title))] : [],
    },
    { title: t.palette.groups.providers, commands: ofProviders },
    {
      title: t.palette.groups.screens,
      commands: findScreens(text),
    },
  ].filter(({ commands }) => commands.length > 0)
  const call = { title: t.palette.call(text), icon: ScrollText, to: `/calls/${encodeURIComponent(text)}` }
  const calls = mayBeCall(text, others.length > 0) ? [{ title: t.palette.groups.calls, commands: [call] }] : []
  return { groups: [...others, ...calls], isLooking: found.isFetching }
}

export const defaultIcon = CornerDownRight
