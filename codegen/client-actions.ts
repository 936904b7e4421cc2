import { makeAction, referencesOf, surfaceOf } from '@patchbay/core/imported'
import type { AnyAction } from '@patchbay/core/provider'
import { bodySchema, plain, type Schema } from '@patchbay/core/schema'
import type { OpenAPI3 } from 'openapi-typescript'
import { openapiTypes } from './openapi-types.ts'
import type { ImportedPlugin } from './plugin.ts'

/** Where the types of a document have what a slice has at `#/schemas`. */
const inDocument = (schema: unknown): unknown =>
  JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/schemas/', '"$ref":"#/components/schemas/document.'))

/** What stands in a body beside the name of the action. */
const parametersOf = (name: string, action: AnyAction): Schema => {
  const { properties, required, ...schema } = plain(bodySchema(name, action))
  const { action: _, ...others } = properties as Readonly<Record<string, Schema>>
  return { ...schema, properties: others, required: (required as string[]).filter((one) => one !== 'action') }
}

const actionsOf = ({ provider, document: { slice } }: ImportedPlugin): (readonly [string, Schema])[] => {
  const references = referencesOf(slice)
  return surfaceOf(provider, slice).flatMap(([name]) => {
    const { from, ...curation } = provider.overlay.actions[name] ?? { from: name }
    const declared = slice.actions[from]
    const action =
      provider.actions[name] ?? (declared && makeAction(slice, declared, references, { from, ...curation }, provider))
    return action ? [[name, parametersOf(name, action)] as const] : []
  })
}

const className = (id: string): string =>
  id.replaceAll(/(?:^|-)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

const callText = ({ id, title }: ImportedPlugin['provider']): string => `
export type Actions = components['schemas']['Actions']

/**
 * Calls actions of ${title.replaceAll('*', '')}, those of its document as well.
 * @example
 * const call = create${className(id)}(gateway, 'acme')
 * const { data, error } = await call(action, parameters)
 */
export const create${className(id)} =
  (gateway: ReturnType<typeof createGateway>, tenant: string) =>
  <A extends keyof Actions>(action: A, parameters: Actions[A]) =>
    gateway.POST('/api/v1/{tenant}/${id}', { params: { path: { tenant } }, body: { action, ...parameters } as never })
`

/** A module of the client with the parameters of all actions of a provider. TypeScript reads it only where it is imported. */
export const clientActions = async (plugin: ImportedPlugin): Promise<string> => {
  const { provider, document } = plugin
  const actions = actionsOf(plugin)
  const schemas = Object.entries(document.slice.schemas).map(([name, schema]) => [`document.${name}`, schema] as const)
  const all = { type: 'object', properties: Object.fromEntries(actions), required: actions.map(([name]) => name) }
  const types = await openapiTypes({
    openapi: '3.1.0',
    info: { title: provider.title, version: '1' },
    paths: {},
    components: { schemas: inDocument({ ...Object.fromEntries(schemas), Actions: all }) },
  } as OpenAPI3)
  return `import type { createGateway } from './index.ts'\n\n${types}${callText(provider)}`
}
