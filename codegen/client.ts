import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generatedFolder, openapiFile } from './generated-folder.ts'

const index = `import createClient, { type ClientOptions } from 'openapi-fetch'
import type { paths } from './types.ts'

export type { paths } from './types.ts'

/**
 * The gateway's API by openapi-fetch (a dependency of yours): calls and the admin API, as types.ts has them. It never throws for an
 * answer: what comes back has \`data\`, or \`error\`.
 * @example
 * const gateway = createGateway({ baseUrl: 'http://localhost:3000', headers: { authorization: \`Bearer \${token}\` } })
 * const { data, error } = await gateway.POST('/api/v1/{tenant}/github', {
 *   params: { path: { tenant: 'acme' } },
 *   body: { action: 'get_user' },
 * })
 */
export const createGateway = (options: ClientOptions) => createClient<paths>(options)
`

/** Writes a typed client of the gateway with its registered providers: `index.ts` and `types.ts`. */
export const writeClient = async (root: string, out: string): Promise<void> => {
  const document = JSON.parse(await readFile(join(root, generatedFolder, openapiFile), 'utf8'))
  // Loaded only if needed, because it takes half a second.
  const { default: openapiTs, astToString } = await import('openapi-typescript')
  const types = astToString(await openapiTs(document, { defaultNonNullable: false }))
  await mkdir(out, { recursive: true })
  await writeFile(join(out, 'types.ts'), types)
  await writeFile(join(out, 'index.ts'), index)
}
