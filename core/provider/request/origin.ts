/** An origin that depends on the account: `https://` + text and settings + a fixed suffix, or one setting alone. */
export interface AccountOrigin<Setting extends string = string> {
  readonly literals: readonly string[]
  readonly settings: readonly Setting[]
  /** The end of every host, e.g. `.myshopify.com`; empty: the product is self-hosted, at any host that the operator allows. */
  readonly suffix: string
  /**
   * The address of accounts that have its settings, with a path before that of each action: for a vendor that has another host for
   * OAuth. A link to the next page that leaves that path isn't followed.
   * @example origin: { ...origin`https://${'site'}.example.com`, instead: endpoint`https://api.example.com/sites/${'site_id'}` }
   */
  readonly instead?: AccountEndpoint<Setting>
}

const hostSuffix = /^(\.[a-z0-9-]+){2,}$/

/**
 * An origin built from an account's settings. Throws TypeError unless it begins with `https://` and ends with a suffix of at
 * least two labels.
 * @example origin: origin`https://${'shop'}.myshopify.com`, settings: { shop: pattern('^[a-z0-9-]+$', 60, 'Name of the shop') }
 */
export const origin = <const S extends readonly string[]>(
  literals: TemplateStringsArray,
  ...settings: S
): AccountOrigin<S[number]> => {
  const suffix = literals.at(-1) ?? ''
  if (!literals[0]?.startsWith('https://')) throw new TypeError('an origin must begin with https://')
  if (settings.length === 0) throw new TypeError('an origin without settings must be a plain string')
  if (!hostSuffix.test(suffix)) {
    throw new TypeError(`an origin must end with a fixed suffix like ".example.com", not ${JSON.stringify(suffix)}`)
  }
  return { literals, settings, suffix }
}

/**
 * One origin for all accounts but those whose settings make another: for a vendor at which sign-ins are told a host of the account's own.
 * @example origin: sharedOrigin('https://api.example.com', origin`https://${'company'}.example.com`), settings: optional({ company: pattern('^[a-z0-9-]+$', 60, 'First part of the address') })
 */
export const sharedOrigin = <const S extends string>(
  shared: `https://${string}`,
  instead: AccountOrigin<S>,
): AccountOrigin<S> => ({ literals: [shared], settings: [], suffix: new URL(shared).hostname, instead })

/**
 * The origin of a self-hosted product: the setting holds its host. Such hosts must be among the operator's
 * `SELF_HOSTED_HOSTS`, as the account's credential is sent there.
 * @example origin: selfHosted('host'), settings: { host: pattern('^[a-z0-9.-]+$', 253, 'Host of the server') }
 */
export const selfHosted = <const S extends string>(setting: S): AccountOrigin<S> => ({
  literals: ['https://', ''],
  settings: [setting],
  suffix: '',
})

/** A URL that depends on the account: text and settings, in its host or in its path. */
export type AccountEndpoint<Setting extends string = string> = Omit<AccountOrigin<Setting>, 'instead'>

/**
 * A URL built from an account's settings, for the vendor's sign-in. Its host is fixed, ends with a suffix of at least two labels, or is
 * one setting alone, for a product that customers host themselves. Throws TypeError for any other.
 * @example auth: oauth2({ grant: 'client_credentials', token: endpoint`https://${'shop'}.myshopify.com/admin/oauth/access_token`, scopes: {} })
 * @example auth: oauth2({ grant: 'client_credentials', token: endpoint`https://login.microsoftonline.com/${'directory'}/oauth2/v2.0/token`, scopes: {} })
 */
export const endpoint = <const S extends readonly string[]>(
  literals: TemplateStringsArray,
  ...settings: S
): AccountEndpoint<S[number]> => {
  const [first = '', ...rest] = literals
  if (!first.startsWith('https://')) throw new TypeError('an endpoint must begin with https://')
  if (settings.length === 0) throw new TypeError('an endpoint without settings must be a plain string')
  const beforePath = [first.slice('https://'.length), ...rest].find((text) => text.includes('/'))
  if (beforePath === undefined) throw new TypeError('an endpoint must have a path')
  const suffix = beforePath.slice(0, beforePath.indexOf('/'))
  const isFixed = first.includes('/', 'https://'.length) && suffix !== ''
  const isSelfHosted = first === 'https://' && rest[0] === beforePath && suffix === ''
  if (!isFixed && !isSelfHosted && !hostSuffix.test(suffix)) {
    throw new TypeError(
      `an endpoint's host must end with a fixed suffix like ".example.com", not ${JSON.stringify(suffix)}`,
    )
  }
  return { literals, settings, suffix }
}

/** True if a host is in the operator's list, in which `*.example.com` stands for every host below `example.com`. */
const isListed = (host: string, list: readonly string[]): boolean =>
  list.some((entry) => (entry.startsWith('*.') ? host.endsWith(entry.slice(1)) : host === entry))

/** Throws TypeError when a setting is missing, has led to another host than the declared, or to one that isn't in the list. */
const build = (
  { literals, settings: names, suffix }: AccountEndpoint,
  settings: Readonly<Record<string, string>>,
  selfHostedHosts: readonly string[],
): URL => {
  const values = names.map((name) => {
    const value = Object.hasOwn(settings, name) ? settings[name] : undefined
    if (!value) throw new TypeError(`the setting ${name} is missing`)
    if (/[/?#]/.test(value))
      throw new TypeError(`the setting ${name} must be a part of a host or of a path, without / ? and #`)
    return value
  })
  const built = String.raw({ raw: literals }, ...values)
  const url = new URL(built)
  // An origin has no path, with which a URL always ends. A setting must add no user and no port.
  const isAsBuilt = url.href === built || url.origin === built
  if (!isAsBuilt || url.username !== '' || url.port !== '' || !url.hostname.endsWith(suffix)) {
    throw new TypeError(`the account's settings don't make an address that ends with ${suffix}`)
  }
  if (suffix === '' && !isListed(url.hostname, selfHostedHosts)) {
    throw new TypeError(`the host ${url.hostname} is not in SELF_HOSTED_HOSTS: the operator can add it there`)
  }
  return url
}

/**
 * The origin for an account, e.g. `https://acme.myshopify.com`; a path may be behind it.
 * Throws TypeError when a setting is missing, has led outside of the declared suffix, or names a self-hosted product at a host
 * that isn't in `selfHostedHosts`.
 */
export const buildOrigin = (
  declared: string | AccountOrigin,
  settings: Readonly<Record<string, string>>,
  selfHostedHosts: readonly string[] = [],
): string => {
  if (typeof declared === 'string') return declared
  const { instead } = declared
  const chosen = instead?.settings.every((name) => Object.hasOwn(settings, name)) ? instead : declared
  const url = build(chosen, settings, selfHostedHosts)
  return url.pathname === '/' ? url.origin : url.href
}

/** The URL for an account, as `originOf`. */
export const buildEndpoint = (
  declared: string | AccountEndpoint,
  settings: Readonly<Record<string, string>>,
  selfHostedHosts: readonly string[] = [],
): string => (typeof declared === 'string' ? declared : build(declared, settings, selfHostedHosts).href)

/** The text with the names of settings in braces: `https://{shop}.myshopify.com`. */
export const formatTemplate = (declared: string | AccountEndpoint): string =>
  typeof declared === 'string'
    ? declared
    : String.raw({ raw: declared.literals }, ...declared.settings.map((setting) => `{${setting}}`))

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

const parseSettingOf = ({ literals, settings }: AccountEndpoint, name: string, url: string): string | undefined => {
  const pattern = literals.map(escaped).reduce((before, literal, index) => {
    const setting = settings[index - 1]
    return `${before}${setting === name ? '([^/]+?)' : '[^/]+?'}${literal}`
  })
  return new RegExp(`^${pattern}/?$`).exec(url)?.[1]
}

/**
 * The setting in what a vendor reports: a URL that is an origin of this declaration, like Salesforce's `instance_url`, or its host, like
 * Shopify's `shop`, or the setting itself. `undefined`: a URL of another origin.
 */
export const parseSetting = (declared: string | AccountOrigin, name: string, reported: string): string | undefined => {
  const isUrl = reported.startsWith('https://')
  const url = isUrl ? reported : `https://${reported}`
  const origins = typeof declared === 'string' ? [] : [declared, declared.instead ?? []].flat()
  const setting = origins.map((each) => parseSettingOf(each, name, url)).find((each) => each !== undefined)
  return setting ?? (isUrl ? undefined : reported)
}
