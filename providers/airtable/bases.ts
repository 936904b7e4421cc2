import { read, Type } from '@patchbay/core/provider'
import { base_id, listed } from './parameters.ts'

/** https://airtable.com/developers/web/api/list-bases */
export const list_bases = read('GET /v0/meta/bases', {
  description: 'List the bases that the token can see',
  synonyms: ['databases', 'workspaces'],
  ttl: '5m',
  params: {},
  result: Type.Object({ bases: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })) }),
  pages: listed('/bases'),
})

/** https://airtable.com/developers/web/api/get-base-schema */
export const list_tables = read('GET /v0/meta/bases/{base_id}/tables', {
  description: 'List the tables of a base with their fields and views',
  synonyms: ['schema', 'columns', 'structure'],
  ttl: '5m',
  params: { base_id },
  result: Type.Object({ tables: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })) }),
})

/** https://airtable.com/developers/web/api/get-user-id-scopes */
export const get_me = read('GET /v0/meta/whoami', {
  description: 'Get the user that calls are made as',
  synonyms: ['who am i', 'account', 'token'],
  params: {},
  result: Type.Object({ id: Type.String() }),
})
