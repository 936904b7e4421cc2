import { existsSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from './project-root.ts'

/**
 * The entry of `bun start` and the image. The gateway runs as a bundle of all its modules, because it starts in half
 * the time and needs 25 MB less than from a thousand files. In a source tree, generated code and bundle are made anew
 * when their sources have changed. The image and the package have no codegen: their build made both.
 */
const codegen = join(projectRoot, 'codegen/up-to-date.ts')
const bundle = join(projectRoot, 'server/generated/bundle')

interface Codegen {
  /** Returns the plugins' differences from `providers.lock.json`. */
  bringServerUpToDate(root: string): readonly string[]
}

/** The store keeps its reason from callers (`cause`); the person who starts the gateway needs it. */
const explain = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error
  const isUnexplained = 'code' in error && error.code === 'UNAVAILABLE'
  return isUnexplained && error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message
}

try {
  if (existsSync(codegen)) {
    const { bringServerUpToDate }: Codegen = await import(codegen)
    for (const difference of bringServerUpToDate(projectRoot)) {
      console.error(
        `warning: providers.lock.json does not match the plugins: ${difference} (npx bun run codegen records it)`,
      )
    }
  } else if (!existsSync(bundle)) {
    throw new Error(
      `${bundle} is missing: the build of the image or the package makes it, by \`bun codegen/main.ts bundle\``,
    )
  }
  // The link leads to another folder after the next change; this process goes on loading from the same.
  await import(join(realpathSync(bundle), 'program.js'))
} catch (error) {
  console.error(explain(error))
  process.exit(1)
}
