import type { Slice } from '@patchbay/core/imported'
import { isPlaceholderHost } from '@patchbay/core/provider'
import { type Node, toList, toNode, toNodes } from './node.ts'
import { readServerUrl } from './server-url.ts'

/** The part of a host that differs between accounts, as a setting of theirs. */
export interface HostSetting {
  readonly name: string
  /** The document's text about it; empty if it has none. */
  readonly description: unknown
}

/** A host that is built from settings: text between them, with a fixed end. */
export interface HostOfAccounts {
  readonly texts: readonly string[]
  readonly settings: readonly HostSetting[]
}

/** A server as the slice has it: an origin and base path; the base path alone; or with `{variables}` in the host. */
export interface Server {
  readonly url: string
  /** True if calls can go there without the author saying more. */
  readonly isComplete: boolean
  /** The host of each account, if the document shows how it is built. */
  readonly accounts?: HostOfAccounts
  /** The document's default for a host that is one variable. */
  readonly defaultHost?: string
  /** The reason why a complete server may still be another one. */
  readonly doubt?: string
  /** True if it is one for trying things out, which hasn't the accounts that people mean. */
  readonly isForTrials?: boolean
  /** True for one of these that shows a product to everybody: `demo.immich.app`. */
  readonly isDemonstration?: boolean
}

/** Variables and first labels that stand for each customer's own name. */
const ownLabel =
  /^(?:your|my)[-_.]?\w|^(?:sub-?domain|tenant|account|customer|company|acme|org|domain|instance|example)$/i

/** Labels of hosts and segments of base paths of servers for trials: of products that people run themselves, too. */
const forTrials =
  /(?:^|[/.-])(?:sandbox|staging|stage|demo|mock|try|play(?:ground)?|petstore|api-?explorer)\d*(?:[/.-]|$)/i

/** True for an address at a server that shows a product to everybody. */
export const isDemonstration = (address: string): boolean =>
  /^https?:\/\/(?:demo|try|play(?:ground)?)\d*\./i.test(address)

/** `Xero-Tenant-Id` and `accountName` as names of settings. */
export const toSettingName = (name: string): string =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')

/** A fixed part at the end, so that no setting names another vendor's host. */
const fixedSuffix = /^(?:\.[a-z0-9-]+){2,}$/

const buildHostOfAccounts = (host: string, describe: (name: string) => unknown): HostOfAccounts | undefined => {
  const names = [...host.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name)
  const texts = host
    .replace(/:.*$/, '')
    .split(/\{[^{}]+\}/)
    .map((text) => text.toLowerCase())
  const settings = names.map((name) => ({ name: toSettingName(name), description: describe(name) }))
  const isApart = texts.slice(1).every((text) => /^[a-z0-9.-]+$/.test(text)) && /^[a-z0-9.-]*$/.test(texts[0] ?? '')
  const areNamed = settings.every(({ name }) => /^[a-z][a-z0-9_]*$/.test(name))
  const areOnce = new Set(settings.map(({ name }) => name)).size === settings.length
  const suffix = texts.at(-1) ?? ''
  const isFixed = fixedSuffix.test(suffix) && !isPlaceholderHost(`x${suffix}`)
  return names.length > 0 && isApart && areNamed && areOnce && isFixed ? { texts, settings } : undefined
}

/** `your-domain.vendor.com`: the vendor's domain, with a name in front that stands for each customer's. */
const splitOwnLabel = (host: string): string | undefined => {
  const [label = '', ...rest] = host.split('.')
  const name = label.replace(/^(?:your|my)[-_.]?(?=\w)/i, '')
  return ownLabel.test(label) && rest.length > 1 ? `{${name}}.${rest.join('.')}` : undefined
}

/** `undefined`: the document has none, or one that can't be read. */
export const readServer = (value: unknown): Server | undefined => {
  const url = readServerUrl(value)
  if (!url) return undefined
  const { host, path, defaultHost, describe } = url
  if (host === undefined) return { url: path, isComplete: false }
  const isWhole = /^\{[^{}]+\}$/.test(host)
  const accounts = isWhole
    ? buildHostOfAccounts(splitOwnLabel(defaultHost ?? '') ?? '', () => describe(host.slice(1, -1)))
    : buildHostOfAccounts(host.includes('{') ? host : (splitOwnLabel(host) ?? ''), describe)
  if (accounts) return { url: `https://${joinHost(accounts)}${path}`, isComplete: false, accounts }
  if (host.includes('{') && defaultHost !== undefined && isVendors(defaultHost)) {
    if (isWhole) return { url: `https://${host}${path}`, isComplete: false, defaultHost }
    const doubt = 'a part of the host is a variable, of which this is the default'
    return { url: `https://${defaultHost}${path}`, isComplete: true, doubt }
  }
  const isComplete = !host.includes('{') && isVendors(host)
  const isForTrials = isComplete && forTrials.test(`${host}${path}`)
  const doubt = url.doubt ?? (isForTrials ? 'by its name it is for trials' : undefined)
  // Documents that still say http answer by https as well, and core sends nothing in the clear.
  return {
    url: `https://${host}${path}`,
    isComplete,
    ...(doubt !== undefined && { doubt }),
    ...(isForTrials && { isForTrials }),
    ...(isForTrials && isDemonstration(`https://${host}`) && { isDemonstration: true }),
  }
}

const isVendors = (host: string): boolean => !isPlaceholderHost(host) && URL.canParse(`https://${host}`)

/** The host as a document would have it: `{shop}.vendor.com`. */
const joinHost = ({ texts, settings }: HostOfAccounts): string =>
  texts.map((text, index) => `${index === 0 ? '' : `{${settings[index - 1]?.name}}`}${text}`).join('')

/** The most servers that one with choices in its host stands for. */
const mostChoices = 12

/** A server for each choice of the variables in its host, such as a region or `sandbox`: the default first. */
const listChoices = (server: Node): Node[] => {
  const host = String(server.url)
    .replace(/^[^/]*\/\//, '')
    .replace(/[/:].*$/s, '')
  const variables = toNode(server.variables)
  const name = [...host.matchAll(/\{([^{}]+)\}/g)]
    .map(([, one = '']) => one)
    .find((one) => toList(toNode(variables[one]).enum).length > 1)
  if (name === undefined) return [server]
  const variable = toNode(variables[name])
  const values = [variable.default, ...toList(variable.enum)].filter((value) => value !== undefined)
  return [...new Set(values)]
    .slice(0, mostChoices)
    .flatMap((value) =>
      listChoices({ ...server, variables: { ...variables, [name]: { ...variable, default: value, enum: [value] } } }),
    )
}

/** The servers that the document itself names, each once, in its order. */
export const readServers = (root: Node): readonly Server[] => {
  const choices = toNodes(root.servers).flatMap((server) => listChoices(server).slice(0, mostChoices))
  const found = choices.flatMap((server) => readServer(server) ?? [])
  return [...new Map(found.toReversed().map((server) => [server.url, server])).values()].toReversed()
}

/** The server that calls go to: the first one at a host of the vendor's, if possible none for trials. */
export const findUsualServer = (root: Node): Server | undefined => {
  const all = readServers(root)
  const complete = all.filter(({ isComplete }) => isComplete)
  return (
    complete.find(({ isForTrials }) => !isForTrials) ?? complete[0] ?? all.find(({ accounts }) => accounts) ?? all[0]
  )
}

/** The origin of an operation's own server, if it isn't that of the document. */
export const otherOrigin = (server: string | undefined, usual: string | null | undefined): string | undefined => {
  const origin = URL.parse(server ?? '')?.origin
  return origin === URL.parse(usual ?? '')?.origin ? undefined : origin
}

/** Other origins than the document's to which the account's credential is sent, by servers of single operations. */
export const originsIn = ({ server: usual, actions }: Slice): readonly string[] => {
  const origins = Object.values(actions).flatMap(({ server, auth }) =>
    auth === false ? [] : (otherOrigin(server, usual) ?? []),
  )
  return [...new Set(origins)]
}
