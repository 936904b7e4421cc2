import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { createFetcher, FetchError, parseAllowedHosts } from '@patchbay/core/fetch'
import { type AnyProvider, findDeclaredOAuth, isOwnClient, type SingleAuth } from '@patchbay/core/provider'
import { checkOwnPlugins, findOwnFolders, shareContract } from '../collect/own-folders.ts'
import { importProvider, type ReadToolServer } from '../import/index.ts'
import type { KnownVendor, VendorOffer } from '../import/vendors/vendor.ts'
import type { ImportReport } from '../import/write/report.ts'
import { problemLine } from '../model/problem.ts'
import { askBy } from './ask-questions.ts'
import type { Dialog } from './dialog.ts'
import { findFirstCall, type SuggestedCall } from './first-call.ts'
import type { Identified } from './identify.ts'

/** A source that can be imported. */
export type FoundSource =
  | (Identified & { readonly kind: 'openapi' })
  | { readonly kind: 'mcp'; readonly source: string; readonly server: ReadToolServer }

interface SourceOptions {
  readonly folder: string
  readonly id: string
  readonly included: readonly string[]
  readonly identified: FoundSource
  readonly published: string | undefined
  readonly dialog: Dialog
  readonly vendor?: KnownVendor
  readonly offer?: VendorOffer
}

/** A plugin that was added, and what a person should know of it. */
export interface Added {
  readonly id: string
  readonly title: string
  readonly folder: string
  readonly isRenewed: boolean
  readonly files: readonly string[]
  readonly report: ImportReport
  readonly kind: FoundSource['kind']
  readonly source: string
  readonly offer?: VendorOffer
  /** The ways in which credentials are sent. */
  readonly signIn: readonly SingleAuth['kind'][]
  /** The settings that each account has. */
  readonly settings: readonly string[]
  /** True if each account has a host of its own, which the operator has to allow. */
  readonly isSelfHosted: boolean
  /** The source's own host, if a gateway reaches it only where the operator allows that. */
  readonly privateHost: string | undefined
  /** True if people connect accounts without an application that the operator has to create at the vendor. */
  readonly registersItself: boolean
  readonly firstCall: SuggestedCall | undefined
  /** The faults of the folder's other plugins, which keep a gateway from starting. */
  readonly others: readonly string[]
}

const lookUpMs = 5000

/** Puts a finished plugin in place of the one before, in the plugin's own folder. */
const put = async (built: string, folder: string, id: string): Promise<void> => {
  await mkdir(folder, { recursive: true })
  const [coming, going, place] = [`.adding-${id}`, `.replaced-${id}`, id].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  await Promise.all([coming, going].map((path) => rm(path, { recursive: true, force: true })))
  // Begun in another file system, from which nothing can be renamed.
  await cp(built, coming, { recursive: true })
  if (existsSync(place)) await rename(place, going)
  await rename(coming, place)
  await rm(going, { recursive: true, force: true })
}

/** Keeps Ctrl-C from ending the process between two files. */
const undisturbed = async (work: () => Promise<void>): Promise<void> => {
  const wait = (): void => {}
  process.on('SIGINT', wait)
  try {
    await work()
  } finally {
    process.off('SIGINT', wait)
  }
}

const kindsOf = ({ auth }: AnyProvider): readonly SingleAuth['kind'][] =>
  auth.kind === 'oneOf' ? Object.values(auth.alternatives).map(({ kind }) => kind) : [auth.kind]

const isSelfHosted = ({ origin }: AnyProvider): boolean => typeof origin === 'object' && origin.suffix === ''

/** Members of an import by what its source is. */
const sourceOf = (source: FoundSource) =>
  source.kind === 'mcp'
    ? { source: source.source, mcp: true, toolServer: source.server }
    : { source: source.source, opened: source.opened }

/** The host of an address that needs a line in ALLOWED_PRIVATE_HOSTS; `undefined`: everybody reaches it. */
const privateHostOf = async (address: string): Promise<string | undefined> => {
  const fetcher = createFetcher({ allowed: parseAllowedHosts('') })
  const isPublic = await fetcher.check(address, AbortSignal.timeout(lookUpMs)).then(
    () => true,
    (error: unknown) => !(error instanceof FetchError && ['insecure', 'refused-address'].includes(error.kind)),
  )
  return isPublic ? undefined : new URL(address).host
}

const registersItself = ({ auth }: AnyProvider): boolean => {
  const oauth = findDeclaredOAuth(auth, 'authorization_code')
  return oauth !== undefined && isOwnClient(oauth)
}

/** Makes the plugin apart, checks it as the gateway's start does, and puts it in place. Rejects with Error where the start would refuse it. */
export const addSource = async (options: SourceOptions): Promise<Added> => {
  const { folder, id, included, identified, published, dialog, offer } = options
  const place = join(folder, id)
  const apart = await mkdtemp(join(tmpdir(), 'patchbay-add-'))
  try {
    shareContract()
    const [begun, built] = [join(apart, 'begun', id), join(apart, 'made', id)]
    if (existsSync(place)) await cp(place, begun, { recursive: true })
    const isRenewed = existsSync(place)
    const into = { root: apart, folder: begun, id }
    const { report } = await importProvider({ ...into, ...sourceOf(identified), url: published, ask: askBy(dialog) })
    // A module that was loaded from the first folder stays as it was.
    await cp(begun, built, { recursive: true })
    const others = existsSync(folder) ? (await findOwnFolders(folder)).filter((path) => basename(path) !== id) : []
    const { plugins, problems } = await checkOwnPlugins([...others, built], included)
    const own = problems.filter(({ file }) => file.includes(built))
    const plugin = plugins.find(({ file }) => file.startsWith(built))
    if (own.length > 0 || !plugin?.document)
      throw new Error(refused(own.map((one) => problemLine(one).replaceAll(built, id))))
    await undisturbed(() => put(built, folder, id))
    return {
      id,
      title: plugin.provider.title,
      folder: place,
      isRenewed,
      files: (await readdir(place)).filter((name) => !name.startsWith('.')),
      report,
      kind: identified.kind,
      source: identified.source,
      ...(offer && { offer }),
      signIn: kindsOf(plugin.provider),
      settings: Object.keys(plugin.provider.settings ?? {}),
      isSelfHosted: isSelfHosted(plugin.provider),
      privateHost: identified.kind === 'mcp' ? await privateHostOf(identified.source) : undefined,
      registersItself: registersItself(plugin.provider),
      firstCall: findFirstCall(plugin.document.slice, plugin.provider),
      others: problems.filter((one) => !own.includes(one)).map(problemLine),
    }
  } finally {
    await rm(apart, { recursive: true, force: true })
  }
}

const refused = (lines: readonly string[]): string =>
  ['a gateway would refuse this plugin, so nothing was written:', ...lines.map((line) => `  ${line}`)].join('\n')
