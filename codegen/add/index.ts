import { resolve } from 'node:path'
import { createFetcher, parseAllowedHosts } from '@patchbay/core/fetch'
import { type Added, addDocument } from './add-document.ts'
import { chooseId } from './choose-id.ts'
import type { Dialog } from './dialog.ts'
import { type Identified, identify } from './identify.ts'
import { type GivenSource, readGiven } from './what-is-given.ts'

/** What `server/commands/add` imports, by a path that it makes, as an image has no codegen. */
export { searchVendors, signInOf } from '../import/vendors/vendors.ts'
export { answeredBefore, Cancelled, givenAnswers, OpenQuestions } from './dialog.ts'
export { terminalDialog } from './terminal-dialog.ts'

export interface AddOptions {
  /** A vendor's name, a URL or a file. */
  readonly given: string
  /** Where the document is read in place of the vendor's own address. */
  readonly document?: string | undefined
  readonly id?: string | undefined
  /** The folder of plugins. */
  readonly folder: string
  /** The ids of the included providers. */
  readonly included: readonly string[]
  readonly dialog: Dialog
  /** Says what is done. */
  say(line: string): void
}

const longestChain = 3

/** What was given, read through the pages that only name it. */
const identifyGiven = async (source: string, { dialog, say }: AddOptions): Promise<Identified> => {
  const { ALLOWED_PRIVATE_HOSTS = '', OUTGOING_PROXY: proxy } = process.env
  const fetcher = createFetcher({ allowed: parseAllowedHosts(ALLOWED_PRIVATE_HOSTS), ...(proxy && { proxy }) })
  let place = source
  for (let seen = 0; seen < longestChain; seen++) {
    say(`reading ${place}`)
    const found = await identify(place, fetcher)
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
  const found = await identifyGiven(options.document ?? given.source, options)
  if (found.kind === 'mcp') throw new Error(notYet(found.source))
  if (found.kind !== 'openapi') throw new Error(`${found.source} is no document`)
  const folder = resolve(options.folder)
  const id = await chooseId({
    ...options,
    folder,
    ...given,
    root: found.opened.root,
    sources: [found.source, given.source],
  })
  return addDocument({ ...options, folder, id, found, published: publishedAt(given, options.document), ...given })
}

const notYet = (address: string): string =>
  `${address} is an MCP server: import it with \`npx bun run codegen import --mcp ${address} --id <id>\` (docs/importing.md)`

/** Where the nightly watch reads the document, if it was read from a copy. */
const publishedAt = ({ source }: GivenSource, document: string | undefined): string | undefined =>
  document !== undefined && source.startsWith('https://') ? source : undefined
