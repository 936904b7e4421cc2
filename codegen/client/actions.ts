import { buildReferences, buildSurface, makeAction } from '@patchbay/core/imported'
import type { AnyAction } from '@patchbay/core/provider'
import { bodySchema, type JsonSchema, toJsonSchema } from '@patchbay/core/schema'
import type { OpenAPI3 } from 'openapi-typescript'
import { type SourceFile, VariableDeclarationKind } from 'ts-morph'
import type { ImportedPlugin } from '../model/plugin.ts'
import { printValue } from '../source/print.ts'
import { parseSource, printSource } from '../source/source-file.ts'
import { openapiTypes } from './openapi-types.ts'

/** Where the types of a document have what a slice has at `#/schemas`. */
const inDocument = (schema: unknown): unknown =>
  JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/schemas/', '"$ref":"#/components/schemas/document.'))

/** What stands in a body beside the name of the action. */
const buildParameterSchema = (name: string, action: AnyAction): JsonSchema => {
  const { properties, required, ...schema } = toJsonSchema(bodySchema(name, action))
  const { action: _, ...others } = properties as Readonly<Record<string, JsonSchema>>
  return { ...schema, properties: others, required: (required as string[]).filter((one) => one !== 'action') }
}

const listActionSchemas = ({ provider, document: { slice } }: ImportedPlugin): (readonly [string, JsonSchema])[] => {
  const references = buildReferences(slice)
  return buildSurface(provider, slice).flatMap(([name]) => {
    const { from, ...curation } = provider.overlay.actions[name] ?? { from: name }
    const declared = slice.actions[from]
    const action =
      provider.actions[name] ?? (declared && makeAction(slice, declared, references, { from, ...curation }, provider))
    return action ? [[name, buildParameterSchema(name, action)] as const] : []
  })
}

const className = (id: string): string =>
  id.replaceAll(/(?:^|-)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

const addCall = (source: SourceFile, { id, title }: ImportedPlugin['provider']): void => {
  source.addTypeAlias({ name: 'Actions', type: "components['schemas']['Actions']", isExported: true })
  const name = `create${className(id)}`
  const path = printValue(`/api/v1/{tenant}/${id}`)
  source.addVariableStatement({
    declarationKind: VariableDeclarationKind.Const,
    isExported: true,
    declarations: [
      {
        name,
        initializer: `(gateway: ReturnType<typeof createGateway>, tenant: string) =>
  <A extends keyof Actions>(action: A, parameters: Actions[A]) =>
    gateway.POST(${path}, { params: { path: { tenant } }, body: { action, ...parameters } as never })`,
      },
    ],
    docs: [
      {
        description: `Calls actions of ${title.replaceAll('*', '')}, including those of its document.`,
        tags: [
          {
            tagName: 'example',
            text: `const call = ${name}(gateway, 'acme')\nconst { data, error } = await call(action, parameters)`,
          },
        ],
      },
    ],
  })
}

/** A module of the client with the parameters of all actions of a provider. TypeScript reads it only where it is imported. */
export const clientActions = async (plugin: ImportedPlugin): Promise<string> => {
  const { provider, document } = plugin
  const actions = listActionSchemas(plugin)
  const schemas = Object.entries(document.slice.schemas).map(([name, schema]) => [`document.${name}`, schema] as const)
  const all = { type: 'object', properties: Object.fromEntries(actions), required: actions.map(([name]) => name) }
  const types = await openapiTypes({
    openapi: '3.1.0',
    info: { title: provider.title, version: '1' },
    paths: {},
    components: { schemas: inDocument({ ...Object.fromEntries(schemas), Actions: all }) },
  } as OpenAPI3)
  const source = parseSource(`${provider.id}.ts`, types)
  source.insertImportDeclaration(0, {
    isTypeOnly: true,
    namedImports: ['createGateway'],
    moduleSpecifier: './index.ts',
  })
  addCall(source, provider)
  return printSource(source)
}
