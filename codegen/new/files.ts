import core from '../../core/package.json' with { type: 'json' }

/** The files of a new provider by name. Their comments teach; real providers have the same lines of code. */
export const files = (id: string): Readonly<Record<string, string>> => ({
  'package.json': packageJson(id),
  'index.ts': index(id),
  'actions/get-item.ts': getItem,
  [`${id}.test.ts`]: test,
})

const packageJson = (id: string): string =>
  `${JSON.stringify(
    {
      name: `@patchbay/provider-${id}`,
      version: '0.1.0',
      description: `${titleOf(id)} for Patchbay`,
      license: 'MIT',
      type: 'module',
      exports: { '.': './index.ts' },
      /** Every version of core with this contract. */
      peerDependencies: { '@patchbay/core': `^${core.version}` },
    },
    null,
    2,
  )}\n`

const titleOf = (id: string): string =>
  id
    .split('-')
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')

const index = (id: string): string => `import { apiKey, provider } from '@patchbay/core/provider'
import { getItem } from './actions/get-item.ts'

/** ${titleOf(id)}: link the vendor's documentation here. */
export default provider({
  id: '${id}',
  title: '${titleOf(id)}',
  /** All calls go to this origin. Use \`origin\` with \`settings\` when each account has its own. */
  origin: 'https://api.example.com',
  /** How the stored credential is sent; \`oauth2\` and \`basic\` are the other kinds. */
  auth: apiKey({ header: 'authorization', prefix: 'Bearer ' }),
  /** A read that shows whether a credential works. */
  probe: { action: 'get', params: { item_id: '1' } },
  /** Actions by the name that callers use; one file an action, named after what it does. */
  actions: { get: getItem },
})
`

const getItem = `import { action, path, read, Type } from '@patchbay/core/provider'

/** Read one item: link the page of the vendor's documentation here. */
export const getItem = action({
  description: 'Get one item by its id',
  /** Reads may be cached for their ttl and are retried; an action that changes something is a \`write\`. */
  effect: read({ ttl: '30s' }),
  /** The REST validator, the MCP tool and the OpenAPI document are made from this. Callers read the descriptions. */
  params: {
    item_id: Type.String({ minLength: 1, description: 'Id of the item' }),
    fields: Type.Optional(Type.Array(Type.String(), { maxItems: 20, description: 'Only these fields' })),
  },
  /** Returns plain data, no fetch: core adds the credential, retries, and stays on the origin. \`path\` encodes each value. */
  call: ({ item_id, fields }) => ({ method: 'GET', path: path\`/items/\${item_id}\`, query: { fields } }),
})
`

const test = `import { expect, it } from 'vitest'
import plugin from './index.ts'

/** \`call\` is pure: it returns the whole request, except for the credential. */
it('get asks for one item, its id as one step of the path', () => {
  const request = plugin.actions.get.call({ item_id: 'a/b', fields: ['name'] }, { settings: {} })
  expect(request).toMatchObject({ method: 'GET', path: '/items/a%2Fb', query: { fields: ['name'] } })
})
`
