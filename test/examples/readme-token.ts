import { join } from 'node:path'
import { expect } from 'vitest'
import type { createClient } from '../client.ts'

/** Makes the token that an example's README says, for a tenant, by the body that stands there. */
export const makeReadmeToken = async (
  example: string,
  tenant: string,
  { admin }: Pick<ReturnType<typeof createClient>, 'admin'>,
): Promise<string> => {
  const readme = await Bun.file(join(import.meta.dirname, '../../examples', example, 'README.md')).text()
  const [, body = ''] = /`POST \/admin\/auth` with `([^`]+)`/.exec(readme) ?? []
  const made = await admin('POST', '/admin/auth', { ...JSON.parse(body), tenant_id: tenant })
  expect(made.status, made.text).toBe(201)
  return made.body.token
}
