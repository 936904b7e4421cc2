/** A source that something else names. */
export interface NamedSource {
  readonly address: string
  /** The sign that names it there. */
  readonly by: string
}

/** The tags of a page. No search for a sign goes over the end of one, so that a hostile page takes no longer than any other of its length. */
export const listTags = (html: string): readonly string[] => html.match(/<[a-z][^<>]*/gi) ?? []

type ReadTag = (tag: string) => string | undefined

/** Reads an attribute of a tag. */
export const attribute = (name: string): ReadTag => {
  const pattern = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]+)|'([^']+)|([^"'\\s]+))`, 'i')
  return (tag) => pattern.exec(tag)?.slice(1).find(Boolean)
}

const href = attribute('href')
const rel = attribute('rel')
const id = attribute('id')
const dataUrl = attribute('data-url')

const isDocument = (address: string): boolean => /\.(?:json|ya?ml)(?:\?|$)/i.test(address)

const documentLink: ReadTag = (tag) => {
  const address = href(tag)
  return address !== undefined && isDocument(address) && /openapi|swagger/i.test(address) ? address : undefined
}

/** The signs in a page's tags: RFC 8631, and the settings of the usual documentation pages. */
const signsOfTags: readonly (readonly [by: string, read: ReadTag])[] = [
  ['rel="service-desc"', (tag) => (/(?:^|\s)service-desc(?:\s|$)/i.test(rel(tag) ?? '') ? href(tag) : undefined)],
  ['spec-url', attribute('spec-url')],
  ['data-url', (tag) => (id(tag) === 'api-reference' ? dataUrl(tag) : undefined)],
  ['apiDescriptionUrl', attribute('apiDescriptionUrl')],
]

/** The same in its text: settings in its scripts, and links of Markdown. */
const signsOfText: readonly (readonly [by: string, pattern: RegExp, fits?: (address: string) => boolean])[] = [
  ['url', /\b(?:url|specUrl|spec_url)["']?\s*:\s*["']([^"']+)["']/gi, isDocument],
  ['configUrl', /\bconfigUrl["']?\s*:\s*["']([^"']+)["']/gi],
  ['a link', /\]\(([^()\s]{1,700})\)/g, isDocument],
]

const servers = /\b(https:\/\/mcp\.[\w.-]+(?:\/[\w./-]*)?|https:\/\/[\w.-]+\/(?:[\w./-]+\/)?mcp)(?=["'<\s`)])/gi

/** Yields all that a page names, the surest sign first. */
function* listNamed(html: string): Generator<readonly [by: string, address: string | undefined]> {
  const tags = listTags(html)
  for (const [by, read] of signsOfTags) for (const tag of tags) yield [by, read(tag)]
  for (const [by, pattern, fits = () => true] of signsOfText)
    for (const [, address = ''] of html.matchAll(pattern)) if (fits(address)) yield [by, address]
  for (const tag of tags) yield ['a link', documentLink(tag)]
  for (const [, address] of html.matchAll(servers)) yield ['an address of MCP', address]
}

/** More than a person chooses among. */
const mostNamed = 8

const decode = (text: string): string => text.replaceAll('&amp;', '&')

/** The documents and servers that a web page names. */
export const namesOnPage = (html: string, page: string): readonly NamedSource[] => {
  const sources = new Map<string, NamedSource>()
  for (const [by, address] of listNamed(html)) {
    const url = address === undefined ? null : URL.parse(decode(address), page.includes('://') ? page : undefined)
    if (url && /^https?:$/.test(url.protocol) && !sources.has(url.href))
      sources.set(url.href, { address: url.href, by })
    if (sources.size === mostNamed) break
  }
  return [...sources.values()]
}

/** Pages that show a file of a repository, with where the file itself is. */
const filePages: readonly (readonly [RegExp, string])[] = [
  [/^https:\/\/github\.com\/([^/]+\/[^/]+)\/(?:blob|raw)\/([^?#]+)/, 'https://raw.githubusercontent.com/$1/$2'],
  [/^https:\/\/gist\.github\.com\/([\w-]+\/[0-9a-f]+)\/?$/, 'https://gist.githubusercontent.com/$1/raw'],
  [/^https:\/\/app\.swaggerhub\.com\/apis(?:-docs)?\/([^?#]+?)\/?$/, 'https://api.swaggerhub.com/apis/$1'],
  [/^(https:\/\/[^/]*gitlab[^/]*\/.+)\/-\/blob\/([^?#]+)/, '$1/-/raw/$2'],
  [/^(https:\/\/bitbucket\.org\/[^/]+\/[^/]+)\/src\/([^?#]+)/, '$1/raw/$2'],
]

/** The file that a page of a repository shows; the address itself if it is no such page. */
export const fileBehind = (address: string): string => {
  const page = filePages.find(([pattern]) => pattern.test(address))
  return page ? address.replace(page[0], page[1]) : address
}

type Members = Readonly<Record<string, unknown>>

const listOf = (value: unknown): readonly Members[] => (Array.isArray(value) ? value.map(Object) : [])

/** The named sources that have an address, with whole addresses. */
const withAddress = (all: readonly { readonly address: unknown; readonly by: string }[], source: string) =>
  all.flatMap(({ address, by }) => {
    const base = source.includes('://') ? source : undefined
    const url = typeof address === 'string' && address !== '' ? URL.parse(address, base) : null
    return url ? [{ address: url.href, by }] : []
  })

/** The documents that a catalog of APIs links to (RFC 9727, RFC 9264). */
const inCatalog = (root: Members, source: string): readonly NamedSource[] => {
  const described = listOf(root.linkset).flatMap((one) => listOf(one['service-desc']))
  return withAddress(
    described.map(({ href }) => ({ address: href, by: 'service-desc' })),
    source,
  )
}

/** The same of a catalog's text; none: it is something else. */
export const linkedDocuments = (catalog: string, source: string): readonly NamedSource[] => {
  try {
    return inCatalog(Object(JSON.parse(catalog)), source)
  } catch (error) {
    if (error instanceof SyntaxError) return []
    throw error
  }
}

/** The documents in the settings of Swagger UI, as Spring serves them. */
const inSettings = ({ configUrl, url, urls }: Members, source: string): readonly NamedSource[] =>
  configUrl === undefined && !Array.isArray(urls)
    ? []
    : withAddress(
        [...listOf(urls), { url }].map((one) => ({
          address: one.url,
          by: typeof one.name === 'string' ? one.name : 'url',
        })),
        source,
      )

/**
 * The sources that an object names: the remote servers in a client's configuration of MCP or in an entry of the registry, a catalog, the
 * settings of a documentation page, or the metadata of a server's sign-in (RFC 9728).
 */
export const namedSources = (root: Members, source: string): readonly NamedSource[] => {
  const resource = Array.isArray(root.authorization_servers) ? [{ address: root.resource, by: 'resource' }] : []
  return [
    ...namedServers(root),
    ...inCatalog(root, source),
    ...inSettings(root, source),
    ...withAddress(resource, source),
  ]
}

const namedServers = (root: Members): readonly NamedSource[] => {
  const servers = Object.entries(Object(root.mcpServers ?? root.servers) as Record<string, unknown>)
  const listed = servers.map(([name, server]) => ({ address: Object(server).url, by: name }))
  const remotes = Array.isArray(root.remotes)
    ? root.remotes.map((one) => ({ address: Object(one).url, by: 'remotes' }))
    : []
  return withAddress([...listed, ...remotes], '')
}
