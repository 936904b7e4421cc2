import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { generatedFolder, openapiFile } from './generated-folder.ts'

/** The types of the admin API for the console; git ignores the file. */
export const consoleTypes = 'console/generated/api.d.ts'

/** Writes the console's types of the gateway's own OpenAPI document, where there is a console and they are older. */
export const writeConsoleTypes = async (root: string): Promise<void> => {
  if (!existsSync(join(root, 'console'))) return
  const document = JSON.parse(await readFile(join(root, generatedFolder, openapiFile), 'utf8'))
  const paths = Object.entries(document.paths).filter(([path]) => path.startsWith('/admin/'))
  const adminApi = { ...document, paths: Object.fromEntries(paths) }
  const head = `// Made of ${Bun.hash(JSON.stringify(adminApi)).toString(16)}\n`
  const file = join(root, consoleTypes)
  if (existsSync(file) && (await readFile(file, 'utf8')).startsWith(head)) return
  // Loaded only if needed, because it takes half a second.
  const { default: openapiTs, astToString } = await import('openapi-typescript')
  const text = astToString(await openapiTs(adminApi, { defaultNonNullable: false }))
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, head + text)
}
