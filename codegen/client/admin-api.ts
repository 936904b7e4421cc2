import type { OpenAPI3 } from 'openapi-typescript'
import { readOpenapi } from './openapi-types.ts'

/** The gateway's own OpenAPI document with the paths of the admin API alone. */
export const readAdminApi = async (root: string): Promise<OpenAPI3> => {
  const document = await readOpenapi(root)
  const paths = Object.entries(document.paths ?? {}).filter(([path]) => path.startsWith('/admin/'))
  return { ...document, paths: Object.fromEntries(paths) }
}
