/** An origin that depends on the account: `https://` + text and settings + a fixed suffix, or one setting alone. */
export interface AccountOrigin<Setting extends string = string> {
  readonly literals: readonly string[]
  readonly settings: readonly Setting[]
  /** What every host ends with, e.g. `.myshopify.com`; empty: the product is self-hosted, at any host that the operator allows. */
  readonly suffix: string
}

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
  if (!literals[0]?.startsWith('https://')) throw new TypeError('an origin begins with https://')
  if (settings.length === 0) throw new TypeError('an origin without settings is a plain string')
  if (!/^(\.[a-z0-9-]+){2,}$/.test(suffix)) {
    throw new TypeError(`an origin ends with a fixed suffix like ".example.com", not ${JSON.stringify(suffix)}`)
  }
  return { literals, settings, suffix }
}

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

/** Whether a host is in the operator's list, in which `*.example.com` stands for every host below `example.com`. */
const isListed = (host: string, list: readonly string[]): boolean =>
  list.some((entry) => (entry.startsWith('*.') ? host.endsWith(entry.slice(1)) : host === entry))

/**
 * The origin for an account, e.g. `https://acme.myshopify.com`.
 * Throws TypeError when a setting is missing, has led outside of the declared suffix, or names a self-hosted product at a host
 * that isn't in `selfHostedHosts`.
 */
export const originOf = (
  declared: string | AccountOrigin,
  settings: Readonly<Record<string, string>>,
  selfHostedHosts: readonly string[] = [],
): string => {
  if (typeof declared === 'string') return declared
  const values = declared.settings.map((name) => {
    const value = Object.hasOwn(settings, name) ? settings[name] : undefined
    if (!value) throw new TypeError(`the setting ${name} is missing`)
    return value
  })
  const built = String.raw({ raw: declared.literals }, ...values)
  const url = new URL(built)
  if (url.origin !== built || !url.hostname.endsWith(declared.suffix)) {
    throw new TypeError(`the account's settings don't make an origin that ends with ${declared.suffix}`)
  }
  if (declared.suffix === '' && !isListed(url.hostname, selfHostedHosts)) {
    throw new TypeError(`the host ${url.hostname} is not in SELF_HOSTED_HOSTS: the operator adds it there`)
  }
  return built
}
