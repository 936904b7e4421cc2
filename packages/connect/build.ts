import { rmSync } from 'node:fs'
import { join } from 'node:path'

const folder = import.meta.dirname
const dist = join(folder, 'dist')

/** Bundles the component for browsers: `index.js` without React, `react.js` for it, and what both share. Throws with what the bundler says. */
export const buildConnect = async (outdir: string): Promise<void> => {
  await Bun.build({
    entrypoints: [join(folder, 'index.ts'), join(folder, 'react.tsx')],
    outdir,
    target: 'browser',
    external: ['react'],
    minify: true,
    splitting: true,
  })
}

/** Writes the types. Throws Error with what the compiler says. */
const writeTypes = (): void => {
  const compiler = join(folder, '../../node_modules/typescript-native/bin/tsc')
  const { exitCode, stdout } = Bun.spawnSync([
    process.execPath,
    compiler,
    '--project',
    folder,
    '--noEmit',
    'false',
    '--incremental',
    'false',
    '--tsBuildInfoFile',
    'null',
    '--declaration',
    '--emitDeclarationOnly',
    '--outDir',
    dist,
  ])
  if (exitCode !== 0) throw new Error(stdout.toString())
}

/** Builds the package. The release runs `bun packages/connect/build.ts`. */
if (import.meta.main) {
  rmSync(dist, { recursive: true, force: true })
  await buildConnect(dist)
  writeTypes()
}
