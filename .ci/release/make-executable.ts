import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'

/** The platforms of servers. Bun downloads the one that isn't this machine's from the npm registry. */
export const executableTargets = ['linux-x64', 'linux-arm64'] as const

export type ExecutableTarget = (typeof executableTargets)[number]

interface Manifest {
  readonly version: string
  readonly dependencies?: Readonly<Record<string, string>>
}

const readManifest = (folder: string): Manifest => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

/** The folder of the package that Node loads for one in `from`: its own nested one, or the next further up. */
const findInstalled = (root: string, from: string, name: string): string => {
  for (let folder = from; ; folder = dirname(folder)) {
    const found = join(folder, 'node_modules', name)
    if (existsSync(found)) return found
    if (folder === root) throw new Error(`${name} is not installed, which ${from} needs`)
  }
}

/** The folders of an installed package and of all that it needs, nested ones too. */
const listInstalled = (root: string, from: string, name: string, known: Set<string>): ReadonlySet<string> => {
  const installed = findInstalled(root, from, name)
  if (known.has(installed)) return known
  known.add(installed)
  for (const needed of Object.keys(readManifest(installed).dependencies ?? {}))
    listInstalled(root, installed, needed, known)
  return known
}

/** Copies an installed package with those that it needs, to where they lie in the root's `node_modules`. */
const copyInstalled = (root: string, folder: string, name: string): void => {
  for (const installed of listInstalled(root, root, name, new Set()))
    cpSync(installed, join(folder, relative(root, installed)), { recursive: true, dereference: true })
}

const tar = (...args: readonly string[]): void => {
  const { success, stderr } = Bun.spawnSync(['tar', ...args])
  if (!success) throw new Error(`tar ${args.join(' ')}: ${stderr}`)
}

/**
 * Makes one file of the packed `patchbay-gateway`: Bun for `target`, and what the gateway loads. Throws with what the bundler says, also
 * where it can't have the target's Bun.
 */
export const makeExecutable = async (
  root: string,
  tarball: string,
  target: ExecutableTarget,
  outfile: string,
): Promise<void> => {
  const made = mkdtempSync(join(tmpdir(), 'patchbay-executable-'))
  try {
    tar('--extract', '--gzip', '--file', tarball, '--directory', made)
    copyInstalled(root, join(made, 'package'), 'mongodb')
    const packed = join(made, 'gateway.tgz')
    tar('--create', '--gzip', '--file', packed, '--directory', made, 'package')
    const digest = new Bun.CryptoHasher('sha256').update(readFileSync(packed)).digest('hex').slice(0, 16)
    await Bun.build({
      entrypoints: [join(root, '.ci/release/executable/main.ts'), packed],
      loader: { '.tgz': 'file' },
      define: { RELEASE: JSON.stringify(`${readManifest(join(made, 'package')).version}-${digest}`) },
      compile: {
        target: `bun-${target}`,
        outfile,
        autoloadBunfig: false,
        // Without it, imports of packages in the unpacked folder lead to nothing.
        autoloadPackageJson: true,
      },
    })
  } finally {
    rmSync(made, { recursive: true })
  }
}
