import { buildSurface } from '@patchbay/core/imported'
import {
  type ActionKind,
  type AnyAction,
  type AnyConfirm,
  type AnyProvider,
  actionKind,
  formatTemplate,
  type OAuth2,
} from '@patchbay/core/provider'
import { bodySchema, toJsonSchema } from '@patchbay/core/schema'
import Type from 'typebox'
import { digestOfDescriptions } from './descriptions.ts'
import { type ImportedPlugin, isImported, type Plugin } from './plugin.ts'

/** The parts of a plugin that a reviewer checks: where its calls and tokens go, and what callers can do with it. */
export interface LockedPlugin {
  readonly package: string
  readonly version: string
  /** Settings of the account stand in braces: `https://{shop}.myshopify.com`. */
  readonly origins: readonly string[]
  readonly tokenHosts: readonly string[]
  readonly actions: Readonly<Record<string, ActionKind>>
  /**
   * The document behind an imported provider: how many of its actions read and write besides those above, which of them answer with
   * credentials, and digests.
   */
  readonly document?: {
    readonly reads: number
    readonly writes: number
    readonly secrets?: readonly string[]
    readonly digest: string
    /** A digest of its descriptions, which models read. */
    readonly descriptions: string
  }
  /** A digest of everything that the plugin declares: parameters, descriptions, effects, requests, authentication. */
  readonly digest: string
}

/** The content of `providers.lock.json`: the plugins by id. */
export type Lock = Readonly<Record<string, LockedPlugin>>

/** Compares by code units, because `localeCompare` depends on the machine. */
const byName = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number =>
  one < other ? -1 : 1

export const buildLock = (plugins: readonly Plugin[]): Lock =>
  Object.fromEntries(
    plugins.map((plugin) => {
      const { provider, package: name, version } = plugin
      return [
        provider.id,
        {
          package: name,
          version,
          origins: [...new Set([...listOrigins(provider), ...(isImported(plugin) ? documentOrigins(plugin) : [])])],
          tokenHosts: listTokenHosts(provider),
          actions: Object.fromEntries([...listedActions(plugin)].sort(byName)),
          ...(isImported(plugin) && { document: lockedDocument(plugin) }),
          digest: digestProvider(provider),
        },
      ]
    }),
  )

/** Actions by hand, and those of an overlay. */
const listedActions = (plugin: Plugin): readonly (readonly [string, ActionKind])[] => {
  const { provider } = plugin
  if (!isImported(plugin))
    return Object.entries(provider.actions).map(([name, { effect }]) => [name, actionKind(effect)])
  return buildSurface(plugin.provider, plugin.document.slice).flatMap(([name, kind]) =>
    isListed(plugin, name) ? [[name, kind] as const] : [],
  )
}

const isListed = ({ provider }: ImportedPlugin, name: string): boolean =>
  Object.hasOwn(provider.actions, name) || Object.hasOwn(provider.overlay.actions, name)

const lockedDocument = (plugin: ImportedPlugin): NonNullable<LockedPlugin['document']> => {
  const { provider, document } = plugin
  const others = buildSurface(provider, document.slice).filter(([name]) => !isListed(plugin, name))
  const writes = others.filter(([, kind]) => kind.endsWith('write')).length
  const secrets = others.filter(([, kind]) => kind.startsWith('secret-')).map(([name]) => name)
  const descriptions = digestOfDescriptions(document.slice)
  return {
    reads: others.length - writes,
    writes,
    ...(secrets.length > 0 && { secrets: secrets.toSorted() }),
    digest: document.digest,
    descriptions,
  }
}

/** Operations with servers of their own send the credential there. */
const documentOrigins = ({ document }: ImportedPlugin): string[] =>
  Object.values(document.slice.actions).flatMap(({ server }) => {
    const origin = URL.parse(server ?? '')?.origin
    return origin === undefined ? [] : [origin]
  })

export const lockText = (lock: Lock): string => `${JSON.stringify(lock, null, 2)}\n`

const listOrigins = ({ origin, actions }: AnyProvider): string[] => {
  const others = Object.values<AnyAction>(actions).flatMap(({ origin: own, before = [] }) => [
    ...(own === undefined ? [] : [own]),
    ...before.flatMap(({ send }) => send.origin ?? []),
  ])
  const instead = typeof origin === 'object' && origin.instead ? [formatTemplate(origin.instead)] : []
  return [...new Set([formatTemplate(origin), ...instead, ...others])]
}

/** The host of a URL, in which settings may stand in braces. */
const hostIn = (template: string): string => template.split('/')[2] ?? ''

const listTokenHosts = ({ auth }: AnyProvider): string[] =>
  (auth.kind === 'oneOf' ? Object.values(auth.alternatives) : [auth]).flatMap((kind) =>
    kind.kind === 'oauth2' ? [...new Set(listTokenUrls(kind).map(hostIn))] : [],
  )

/** Tokens are sent to all of them. */
const listTokenUrls = (auth: OAuth2): string[] => [
  formatTemplate(auth.token),
  ...('refresh' in auth && auth.refresh !== undefined ? [formatTemplate(auth.refresh)] : []),
  ...('revoke' in auth && auth.revoke ? [auth.revoke.url] : []),
  ...('registers' in auth && auth.registers !== undefined ? [auth.registers] : []),
  ...('tells' in auth ? Object.values(auth.tells ?? {}).flatMap(({ read }) => read ?? []) : []),
]

/** The body of an action, without later members of the gateway itself: these change no plugin, and so no digest. */
const digestedBody = (name: string, action: AnyAction): Type.TObject => {
  const { dry_run: _shown, as_file: _file, ...members } = bodySchema(name, action).properties
  return Type.Object(members, { additionalProperties: false })
}

const digestProvider = (provider: AnyProvider): string => {
  const actions = Object.entries<AnyAction>(provider.actions).map(([name, action]) => [
    name,
    // TypeBox hides which parameters are optional; the body's schema shows it.
    {
      ...action,
      definition: { ...action.definition, params: undefined, confirm: undefined },
      params: toJsonSchema(digestedBody(name, action)),
      ...(action.confirm && { confirm: lockedConfirm(action.confirm, provider) }),
    },
  ])
  const surface = JSON.stringify({ ...provider, actions: Object.fromEntries(actions) }, canonical)
  return new Bun.CryptoHasher('sha256').update(surface).digest('base64')
}

/** The read by its name, as the read itself stands among the actions. */
const lockedConfirm = ({ read, ...rest }: AnyConfirm, { actions }: AnyProvider): object => ({
  ...rest,
  read: typeof read === 'string' ? read : Object.keys(actions).find((name) => actions[name] === read),
})

/** Sorts members by name. Only the presence of a function counts, because its text changes with each version of Bun. */
const canonical = (_: string, value: unknown): unknown => {
  if (typeof value === 'function') return 'function'
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(byName))
}
