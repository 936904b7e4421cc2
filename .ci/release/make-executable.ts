import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Those of servers. Bun gets the one that isn't this machine's from the npm registry. */
export const executableTargets = ['linux-x64', 'linux-arm64'] as const

export type ExecutableTarget = (typeof executableTargets)[number]

interface Manifest {
  readonly version: string
  readonly dependencies?: Readonly<Record<string, string>>
}

const readManifest = (folder: string): Manifest => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

/** Copies an installed package with those that it needs, as they lie in the root's `node_modules`. */
const copyInstalled = (root: string, folder: string, name: string): void => {
  const [from, to] = [join(root, 'node_modules', name), join(folder, 'node_modules', name)]
  if (existsSync(to)) return
  cpSync(from, to, { recursive: true, dereference: true })
  const nested = (needed: string): boolean => existsSync(join(from, 'node_modules', needed))
  for (const needed of Object.keys(readManifest(from).dependencies ?? {}))
    if (!nested(needed)) copyInstalled(root, folder, needed)
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
