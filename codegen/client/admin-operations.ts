import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readAdminApi } from './admin-api.ts'

/** The parts of the OpenAPI document that the command line needs; committed, as the command line runs without codegen. */
export const operationsFile = 'cli/api/operations.json'

const methods = ['get', 'put', 'post', 'patch', 'delete'] as const

interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly description?: string
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
}

interface Named {
  readonly name: string
  readonly in: string
  readonly description?: string
  readonly schema: Schema
}

interface Operation {
  readonly summary: string
  readonly description: string
  readonly parameters?: readonly Named[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
  readonly responses: Readonly<Record<string, { readonly description: string }>>
}

/** Every description ends with the role that the key must have. */
const withoutRole = (description: string): string =>
  description.replace(/(^|\n\n)(Needs an admin key of|Any admin key may)[^\n]*$/, '')

/** The parts of a parameter or member that an option or argument needs. `null` clears a member, which no command does. */
const describeValue = (schema: Schema, description = schema.description) => {
  const { type, enum: values } = schema.anyOf?.find((each) => each.type !== 'null') ?? schema
  return {
    type: type ?? 'string',
    ...(values && { enum: values }),
    ...(description !== undefined && { description }),
  }
}

type Described = readonly (readonly [name: string, value: ReturnType<typeof describeValue>])[]

const describeParameters = (parameters: readonly Named[], place: string): Described =>
  parameters
    .filter((each) => each.in === place)
    .map(({ name, schema, description }) => [name, describeValue(schema, description)])

const unlessEmpty = (name: string, values: Described) =>
  values.length > 0 ? { [name]: Object.fromEntries(values) } : {}

const describeOperation = (operation: Operation, findSchema: (schema: Schema) => Schema) => {
  const { summary, description, parameters = [], requestBody, responses } = operation
  const body = requestBody?.content['application/json']?.schema
  const members = Object.entries((body && findSchema(body).properties) ?? {})
  const more = withoutRole(description)
  const done = responses['204']?.description
  return {
    summary,
    ...(more !== '' && { description: more }),
    ...(done !== undefined && { done }),
    ...unlessEmpty('path', describeParameters(parameters, 'path')),
    ...unlessEmpty('query', describeParameters(parameters, 'query')),
    ...unlessEmpty(
      'body',
      members.map(([name, schema]) => [name, describeValue(schema)] as const),
    ),
  }
}

/** One line a value, so that a change is one line of a diff. */
const onLines = (json: string): string =>
  json.replaceAll(/\{\n\s+"type":[^{}]*\}/g, (value) => value.replaceAll(/\n\s+/g, ' '))

/** The operations of the admin API by their routes, e.g. `GET /admin/tenants`. */
export const adminOperations = async (root: string): Promise<string> => {
  const { paths = {}, components } = await readAdminApi(root)
  const schemas = components?.schemas as Readonly<Record<string, Schema>>
  const findSchema = (schema: Schema): Schema => schemas[schema.$ref?.split('/').at(-1) ?? ''] ?? schema
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = (item as Readonly<Record<string, unknown>>)[method] as Operation | undefined
      return operation ? [[`${method.toUpperCase()} ${path}`, describeOperation(operation, findSchema)] as const] : []
    }),
  )
  return `${onLines(JSON.stringify(Object.fromEntries(operations), null, 2))}\n`
}

/** Renews the file where there is a command line. Returns whether it differed. */
export const renewOperations = async (root: string, isFrozen: boolean): Promise<boolean> => {
  const file = join(root, operationsFile)
  if (!existsSync(join(root, 'cli'))) return false
  const text = await adminOperations(root)
  if (existsSync(file) && (await readFile(file, 'utf8')) === text) return false
  if (!isFrozen) await writeFile(file, text)
  return true
}
