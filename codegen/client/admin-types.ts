import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { readAdminApi } from './admin-api.ts'
import { openapiTypes } from './openapi-types.ts'

/** The folders whose code is checked against the types of the admin API; git ignores the generated files. */
const clients = ['console', 'cli']

const toTypesPath = (client: string): string => join(client, 'generated/api.d.ts')

/** Writes the admin API's types for each client in the repository whose types are missing or outdated. */
export const writeAdminTypes = async (root: string): Promise<void> => {
  const adminApi = await readAdminApi(root)
  const head = `// Made of ${Bun.hash(JSON.stringify(adminApi)).toString(16)}\n`
  const isNew = async (file: string): Promise<boolean> =>
    existsSync(file) && (await readFile(file, 'utf8')).startsWith(head)
  const present = clients.filter((client) => existsSync(join(root, client)))
  const files = present.map((client) => join(root, toTypesPath(client)))
  const older = (await Promise.all(files.map(async (file) => ((await isNew(file)) ? [] : [file])))).flat()
  if (older.length === 0) return
  const text = await openapiTypes(adminApi)
  for (const file of older) {
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, head + text)
  }
}
