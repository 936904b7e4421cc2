import { type AuditEntry, lowerAscii, type SearchWord, type Store } from '@patchbay/core/store'
import Type from 'typebox'

/** A word that more names have than these says little: the rest is found by their ids. */
const mostNames = 200
const mostWords = 10

type Named = Pick<Store, 'tenants' | 'tenantTokens' | 'adminKeys'>

/** The ids of tokens and admin keys whose label or name has the text. */
export const findLabelled = async ({ tenantTokens, adminKeys }: Named, text: string): Promise<readonly string[]> => {
  const wanted = lowerAscii(text)
  const has = (name: string | null): boolean => name !== null && lowerAscii(name).includes(wanted)
  const [tokens, keys] = await Promise.all([tenantTokens.page({ limit: mostNames, search: text }), adminKeys.list()])
  return [
    ...tokens.filter(({ label }) => has(label)).map(({ token_id }) => token_id),
    ...keys.filter(({ name }) => has(name)).map(({ key_id }) => key_id),
  ]
}

/** The words of a text, with the tenants and tokens whose names have them. */
export const findWords = (store: Named, text: string): Promise<readonly SearchWord[]> => {
  const words = text.split(/\s+/).filter((word) => word !== '')
  return Promise.all(
    words.slice(0, mostWords).map(async (word) => {
      const [tenants, tokens] = await Promise.all([
        store.tenants.list({ limit: mostNames, search: word }),
        findLabelled(store, word),
      ])
      return { text: word, tenants: tenants.map(({ id }) => id), tokens }
    }),
  )
}

const distinct = (values: readonly (string | null)[]): readonly string[] => [
  ...new Set(values.filter((value) => value !== null)),
]

export const namesJson = Type.Object({
  tenants: Type.Record(Type.String(), Type.String(), { description: 'Names by id' }),
  tokens: Type.Record(Type.String(), Type.String(), { description: 'Labels of tokens and names of keys by id' }),
})

/** The names of the tenants and the tokens of entries, by their ids. */
export const findNames = async (
  store: Named,
  entries: readonly Pick<AuditEntry, 'tenant' | 'token_id'>[],
): Promise<Type.Static<typeof namesJson>> => {
  const tenants = await Promise.all(
    distinct(entries.map(({ tenant }) => tenant)).map(async (id) => [id, (await store.tenants.get(id))?.name] as const),
  )
  const holders = Map.groupBy(
    entries.filter(({ token_id, tenant }) => token_id !== null && tenant !== null),
    ({ tenant, token_id }) => `${tenant}/${token_id}`,
  )
  const tokens = await Promise.all(
    [...holders.keys()].map(async (path) => {
      const [tenant = '', id = ''] = path.split('/')
      return [id, (await store.tenantTokens.findById(tenant, id))?.label] as const
    }),
  )
  const keys = (await store.adminKeys.list()).map(({ key_id, name }) => [key_id, name] as const)
  const used = new Set(entries.map(({ token_id }) => token_id))
  const named = [...keys.filter(([id]) => used.has(id)), ...tokens]
  return {
    tenants: Object.fromEntries(tenants.flatMap(([id, name]) => (name === undefined ? [] : [[id, name]]))),
    tokens: Object.fromEntries(named.flatMap(([id, name]) => (name ? [[id, name]] : []))),
  }
}
