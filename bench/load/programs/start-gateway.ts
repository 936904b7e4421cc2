import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { makeKey } from '@patchbay/core/vault'
import { createClient, tokenOf } from '../../../test/client.ts'
import { folderOnDisk } from '../../../test/folders.ts'
import { freePort } from '../../../test/free-port.ts'
import { startChild } from './child-process.ts'

export const benchTenant = 'bench'
export const benchAuthorization = `Bearer ${tokenOf(benchTenant)}`

const isUp = (url: string): Promise<boolean> =>
  fetch(`${url}/health`).then(
    () => true,
    () => false,
  )

/** The variables that the start script puts into the environment. */
export const shippedEnvironment = (tree: string): Record<string, string> => {
  const { scripts } = JSON.parse(readFileSync(join(tree, 'package.json'), 'utf8'))
  return Object.fromEntries(
    [...scripts.start.matchAll(/(\w+)=\$\{\1:-(\w+)\}/g)].map(([, name, value]) => [name, value]),
  )
}

/** The folder of the benches; until 0.2.0 it was in `test`. */
const loadFolder = (tree: string): string =>
  ['bench/load', 'test/load'].map((folder) => join(tree, folder)).find((folder) => existsSync(folder)) ?? tree

/** The program that is measured, bundled as `bun start` bundles the server where the checkout does that. */
const bundleProgram = async (tree: string): Promise<{ readonly file: string; remove(): void }> => {
  const source = join(loadFolder(tree), 'serve-domains.ts')
  const bundler = join(tree, 'codegen/emit/bundle.ts')
  if (!existsSync(bundler)) return { file: source, remove() {} }
  const bundling = await import(bundler)
  const { bundleProgram }: Partial<typeof import('../../../codegen/emit/bundle.ts')> = bundling
  // Earlier checkouts have programs without threads.
  const bundleEntry: typeof import('../../../codegen/emit/bundle.ts').bundleEntry =
    bundling.bundleEntry ?? bundling.bundle
  const generated = join(tree, 'server/generated')
  mkdirSync(generated, { recursive: true })
  const folder = mkdtempSync(join(generated, '.load-'))
  if (bundleProgram) await bundleProgram(tree, source, folder)
  else await bundleEntry(source, folder)
  return { file: join(folder, 'serve-domains.js'), remove: () => rmSync(folder, { recursive: true }) }
}

interface Options {
  /** The checkout that it is started from. */
  readonly tree?: string
  readonly countAllocations?: boolean | undefined
}

const ownTree = join(import.meta.dirname, '../../..')

/**
 * A gateway as it ships but for the limit of calls, with a tenant that has twenty domains. Its log goes to /dev/null: reading
 * it would cost the load's process more than its requests do.
 */
export const startGateway = async (
  env: Readonly<Record<string, string>>,
  { tree = ownTree, countAllocations }: Options = {},
) => {
  const { domainIds }: typeof import('../domain-ids.ts') = await import(join(loadFolder(tree), 'domain-ids.ts'))
  const dataDir = folderOnDisk()
  const port = freePort()
  const adminKey = `pb_admin_${randomBytes(24).toString('base64url')}`
  const program = await bundleProgram(tree)
  const { child, allocationLog } = startChild([program.file], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: String(port),
      DATA_DIR: dataDir,
      CALLS_PER_MINUTE: '0',
      ADMIN_API_KEY: createHash('sha256').update(adminKey).digest('hex'),
      PATCHBAY_KEYS: makeKey(),
      ...shippedEnvironment(tree),
      ...env,
    },
    stdout: Bun.file('/dev/null'),
    countAllocations,
  })
  const url = `http://127.0.0.1:${port}`
  while (!(await isUp(url))) {
    if (child.exitCode !== null) throw new Error(`the gateway has exited with ${child.exitCode}`)
    await Bun.sleep(50)
  }
  const client = createClient(url, adminKey)
  await client.seed(benchTenant, Object.fromEntries(domainIds.map((id) => [id, 'bench-provider-token'])))
  return {
    ...client,
    adminKey,
    pid: child.pid,
    allocationLog,
    async stop(): Promise<void> {
      child.kill('SIGKILL')
      await child.exited
      rmSync(dataDir, { recursive: true, force: true })
      program.remove()
    },
  }
}

export type LoadedGateway = Awaited<ReturnType<typeof startGateway>>
