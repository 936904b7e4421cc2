import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openapiTypes, readOpenapi } from './openapi-types.ts'

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
  const types = await openapiTypes(await readOpenapi(root))
  await mkdir(out, { recursive: true })
  await writeFile(join(out, 'types.ts'), types)
  await writeFile(join(out, 'index.ts'), index)
}
