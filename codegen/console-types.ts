import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { openapiTypes, readOpenapi } from './openapi-types.ts'

/** The types of the admin API for the console; git ignores the file. */
export const consoleTypes = 'console/generated/api.d.ts'

/** Writes the console's types of the gateway's own OpenAPI document, where there is a console and they are older. */
export const writeConsoleTypes = async (root: string): Promise<void> => {
  if (!existsSync(join(root, 'console'))) return
  const document = await readOpenapi(root)
  const paths = Object.entries(document.paths ?? {}).filter(([path]) => path.startsWith('/admin/'))
  const adminApi = { ...document, paths: Object.fromEntries(paths) }
  const head = `// Made of ${Bun.hash(JSON.stringify(adminApi)).toString(16)}\n`
  const file = join(root, consoleTypes)
  if (existsSync(file) && (await readFile(file, 'utf8')).startsWith(head)) return
  const text = await openapiTypes(adminApi)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, head + text)
}
