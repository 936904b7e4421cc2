import { resolve } from 'node:path'
import { createFetcher, type Fetcher, parseAllowedHosts } from '@patchbay/core/fetch'
import { type Added, addSource, type FoundSource } from './add-source.ts'
import { chooseId, titleOf } from './choose-id.ts'
import type { Dialog } from './dialog.ts'
import { type Identified, identify } from './identify.ts'
import { openToolServer } from './open-tool-server.ts'
import { type GivenSource, readGiven } from './what-is-given.ts'

/** The exports for `server/commands/add`, which loads them by a path that it makes, as an image has no codegen. */
export { searchVendors, signInOf } from '../import/vendors/vendors.ts'
export { answeredBefore, Cancelled, givenAnswers, OpenQuestions } from './dialog.ts'
export { terminalDialog } from './terminal-dialog.ts'

export interface AddOptions {
  /** A vendor's name, a URL or a file. */
  readonly given: string
  /** The address from which the document is read in place of the vendor's own. */
  readonly document?: string | undefined
  readonly id?: string | undefined
  /** A bearer token, for an MCP server at the given origin that lists its tools to known callers only. It is stored nowhere. */
  readonly token?: string | undefined
  /** The folder of plugins. */
  readonly folder: string
  /** The ids of the included providers. */
  readonly included: readonly string[]
  readonly dialog: Dialog
  /** Says what is done. */
  say(line: string): void
}

const longestChain = 3

/** The token for a place: it is for the origin that was given. A page may name servers of anybody. */
const tokenFor = (place: string, source: string, { token, say }: AddOptions): string | undefined => {
  if (token === undefined || URL.parse(place)?.origin === URL.parse(source)?.origin) return token
  say(`the token is not sent to ${new URL(place).host}, which ${source} names: to send it there, give ${place} itself`)
  return undefined
}

/** Reads the given source, through pages that only name it. */
const identifySource = async (
  source: string,
  fetcher: Fetcher,
  options: AddOptions,
): Promise<Exclude<Identified, { readonly kind: 'names' }>> => {
  const { dialog, say } = options
  let place = source
  for (let seen = 0; seen < longestChain; seen++) {
    say(`reading ${place}`)
    const identified = await identify(place, fetcher, tokenFor(place, source, options))
    if (identified.kind !== 'names') return identified
    place = await dialog.choose({
      id: 'source',
      message: `${place} is no document itself. It names ${identified.names.length === 1 ? 'one' : 'several'}: read which?`,
      offered: identified.names.map(({ address, by }) => ({ value: address, label: address, hint: `by ${by}` })),
      proposal: identified.names[0]?.address ?? '',
    })
  }
  throw new Error(`${source} names pages that name others: give the address of the document itself`)
}

/** Makes a plugin of what was given. Nothing is written before every question is answered, and then all of it at once. */
export const addProvider = async (options: AddOptions): Promise<Added> => {
  const source = await readGiven(options.given, options.dialog, options.document !== undefined)
  if (source.offer?.unverified)
    options.say(`not verified: ${source.offer.source} was not seen to have exactly this address`)
  const { ALLOWED_PRIVATE_HOSTS = '', OUTGOING_PROXY: proxy } = process.env
  const fetcher = createFetcher({ allowed: parseAllowedHosts(ALLOWED_PRIVATE_HOSTS), ...(proxy && { proxy }) })
  const identified = await identifySource(options.document ?? source.source, fetcher, options)
  const opened: FoundSource =
    identified.kind === 'mcp'
      ? { ...identified, server: await openToolServer(identified, fetcher, options) }
      : identified
  const folder = resolve(options.folder)
  const id = await chooseId({
    ...options,
    folder,
    ...source,
    title: opened.kind === 'mcp' ? opened.server.title : titleOf(opened.opened.root),
    ending: opened.kind === 'mcp' ? 'mcp' : 'api',
    sources: [opened.source, source.source],
  })
  return addSource({
    ...options,
    folder,
    id,
    identified: opened,
    published: publishedAt(source, options.document),
    ...source,
  })
}

/** The address from which the nightly watch reads the document, if it was read from a copy. */
const publishedAt = ({ source }: GivenSource, document: string | undefined): string | undefined =>
  document !== undefined && source.startsWith('https://') ? source : undefined
