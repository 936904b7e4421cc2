import { buildReferences, buildSurface, makeAction } from '@patchbay/core/imported'
import type { AnyAction } from '@patchbay/core/provider'
import { bodySchema, type JsonSchema, toJsonSchema } from '@patchbay/core/schema'
import type { OpenAPI3 } from 'openapi-typescript'
import { SyntaxKind } from 'ts-morph'
import type { ImportedPlugin } from '../model/plugin.ts'
import { parseSource, printSource } from '../source/source-file.ts'
import { typeName } from '../source/type-name.ts'
import { openapiTypes } from './openapi-types.ts'
import { readTemplate } from './read-template.ts'

/** Points references into a slice (`#/schemas`) at the schemas of the types' document. */
const inDocument = (schema: unknown): unknown =>
  JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/schemas/', '"$ref":"#/components/schemas/document.'))

/** The members of a request body without `action`. */
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

/** The statements of the template, with the provider's own name, path and title. */
const callOf = ({ id, title }: ImportedPlugin['provider']): readonly string[] => {
  const source = parseSource('actions.ts', readTemplate('actions.ts'))
  const call = source.getVariableStatementOrThrow((statement) => statement.isExported())
  const [declared] = call.getDeclarations()
  const [docs] = call.getJsDocs()
  const name = `create${typeName(id)}`
  const [example = ''] = (docs?.getTags() ?? []).map((tag) => tag.getCommentText() ?? '')
  docs?.set({
    description: `\nCalls actions of ${title.replaceAll('*', '')}, including those of its document.`,
    tags: [{ tagName: 'example', text: `\n${example.replace(declared?.getName() ?? '', name)}` }],
  })
  declared?.getNameNode().replaceWithText(name)
  const path = call
    .getDescendantsOfKind(SyntaxKind.StringLiteral)
    .find((text) => text.getLiteralText().startsWith('/api/'))
  path?.setLiteralValue(`/api/v1/{tenant}/${id}`)
  return [...source.getTypeAliases(), ...source.getInterfaces(), call].map((statement) => statement.getText(true))
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
    components: { schemas: inDocument({ ...Object.fromEntries(schemas), ActionParameters: all }) },
  } as OpenAPI3)
  const source = parseSource(`${provider.id}.ts`, types)
  source.insertImportDeclaration(0, {
    isTypeOnly: true,
    namedImports: ['createGateway'],
    moduleSpecifier: './index.ts',
  })
  source.addStatements([...callOf(provider)])
  return printSource(source)
}
