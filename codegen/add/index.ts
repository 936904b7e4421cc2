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
const identifyGiven = async (
  source: string,
  fetcher: Fetcher,
  options: AddOptions,
): Promise<Exclude<Identified, { readonly kind: 'names' }>> => {
  const { dialog, say } = options
  let place = source
  for (let seen = 0; seen < longestChain; seen++) {
    say(`reading ${place}`)
    const found = await identify(place, fetcher, tokenFor(place, source, options))
    if (found.kind !== 'names') return found
    place = await dialog.choose({
      id: 'source',
      message: `${place} is no document itself. It names ${found.names.length === 1 ? 'one' : 'several'}: read which?`,
      offered: found.names.map(({ address, by }) => ({ value: address, label: address, hint: `by ${by}` })),
      proposal: found.names[0]?.address ?? '',
    })
  }
  throw new Error(`${source} names pages that name others: give the address of the document itself`)
}

/** Makes a plugin of what was given. Nothing is written before every question is answered, and then all of it at once. */
export const addProvider = async (options: AddOptions): Promise<Added> => {
  const given = await readGiven(options.given, options.dialog, options.document !== undefined)
  if (given.offer?.unverified)
    options.say(`not verified: ${given.offer.source} was not seen to have exactly this address`)
  const { ALLOWED_PRIVATE_HOSTS = '', OUTGOING_PROXY: proxy } = process.env
  const fetcher = createFetcher({ allowed: parseAllowedHosts(ALLOWED_PRIVATE_HOSTS), ...(proxy && { proxy }) })
  const identified = await identifyGiven(options.document ?? given.source, fetcher, options)
  const found: FoundSource =
    identified.kind === 'mcp'
      ? { ...identified, server: await openToolServer(identified, fetcher, options) }
      : identified
  const folder = resolve(options.folder)
  const id = await chooseId({
    ...options,
    folder,
    ...given,
    title: found.kind === 'mcp' ? found.server.title : titleOf(found.opened.root),
    ending: found.kind === 'mcp' ? 'mcp' : 'api',
    sources: [found.source, given.source],
  })
  return addSource({ ...options, folder, id, found, published: publishedAt(given, options.document), ...given })
}

/** The address from which the nightly watch reads the document, if it was read from a copy. */
const publishedAt = ({ source }: GivenSource, document: string | undefined): string | undefined =>
  document !== undefined && source.startsWith('https://') ? source : undefined
