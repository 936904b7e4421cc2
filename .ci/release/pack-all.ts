import { mkdtempSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { writeClientPackage } from './make-client.ts'
import { executableTargets, makeExecutable } from './make-executable.ts'
import { writeGatewayPackage } from './make-gateway.ts'
import { packageNames } from './package-names.ts'

/** Packs a workspace, or a folder elsewhere, as `bun publish` would, and returns the name of the tarball. */
const packWorkspace = (root: string, workspace: string, folder: string): string => {
  const { success, stdout, stderr } = Bun.spawnSync(
    [process.execPath, 'pm', 'pack', '--quiet', '--ignore-scripts', '--destination', folder],
    { cwd: resolve(root, workspace) },
  )
  if (!success) throw new Error(`${workspace} can't be packed: ${stderr}`)
  return stdout.toString().trim().split('/').at(-1) ?? ''
}

/** The workspaces that a release has as packages, each with what builds it. Their names stand in their package.json. */
const packed: Readonly<Record<string, string | undefined>> = {
  core: undefined,
  'packages/connect': 'packages/connect/build.ts',
}

const buildWorkspace = (root: string, script: string): void => {
  const { success, stdout, stderr } = Bun.spawnSync([process.execPath, join(root, script)], { cwd: root })
  if (!success) throw new Error(`${script} failed: ${stdout}${stderr}`)
}

/** Packs what `write` writes into an empty folder. */
const packWritten = async (
  root: string,
  folder: string,
  write: (root: string, made: string) => void | Promise<void>,
): Promise<string> => {
  // Below the checkout, where the compiler finds its packages.
  const made = mkdtempSync(join(folder, '.package-'))
  try {
    await write(root, made)
    return packWorkspace(root, made, folder)
  } finally {
    rmSync(made, { recursive: true })
  }
}

const packWorkspaces = (root: string, folder: string): readonly string[] =>
  Object.entries(packed).map(([workspace, script]) => {
    if (script !== undefined) buildWorkspace(root, script)
    return packWorkspace(root, workspace, folder)
  })

/** Makes the gateway as one file for each kind of machine. */
const compileGateway = async (root: string, folder: string, tarball: string, version: string) => {
  const names = executableTargets.map((target) => [target, `${packageNames.gateway}-${version}-${target}`] as const)
  for (const [target, name] of names) await makeExecutable(root, join(folder, tarball), target, join(folder, name))
  return names.map(([, name]) => name)
}

/** Packs all that a release has as files for npm, and with `executables` the gateway as one file for each kind of machine. Returns the names. */
export const packAll = async (
  root: string,
  version: string,
  folder: string,
  executables: boolean,
): Promise<readonly string[]> => {
  const gateway = await packWritten(root, folder, writeGatewayPackage)
  return [
    ...packWorkspaces(root, folder),
    await packWritten(root, folder, writeClientPackage),
    gateway,
    ...(executables ? await compileGateway(root, folder, gateway, version) : []),
  ]
}
