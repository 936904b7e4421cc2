import type { JsonSchema } from '@patchbay/core/schema'
import type { TObject, TSchema } from 'typebox'
import {
  type AdminAnswer,
  type AdminGroup,
  type AnyAdminRoute,
  adminGroups,
  etagsPattern,
  leastRole,
  listErrorCodes,
  pathSchemas,
} from '../../server/admin/index.ts'
import { type Components, jsonContent } from './openapi-components.ts'
import { errorsOfCodes, preconditionFailed } from './openapi-errors.ts'
import { fileContent, fileNameHeader } from './openapi-files.ts'

const roles = {
  viewer: 'Needs an admin key of the role `viewer`, `approver`, `operator` or `owner`.',
  approver: 'Needs an admin key of the role `approver` or `owner`.',
  operator: 'Needs an admin key of the role `operator` or `owner`.',
  owner: 'Needs an admin key of the role `owner`.',
}

const toLinkers = 'A key of the role `linker` may call it for its own tenants.'

/** A parameter. Its description is moved out of the schema, to where readers of OpenAPI look for it. */
const parameter = (where: 'path' | 'query', name: string, schema: TSchema, required: boolean, to: Components) => {
  const { description, ...rest } = to.schemaOf(schema)
  return { name, in: where, required, ...(description !== undefined && { description }), schema: rest }
}

/** A parameter with a default may be left out. */
const queryParameters = (query: TObject | undefined, to: Components) => {
  const required: readonly string[] = query?.required ?? []
  return Object.entries(query?.properties ?? {}).map(([name, schema]) =>
    parameter('query', name, schema, required.includes(name) && !('default' in schema), to),
  )
}

const header = (name: string, description: string, schema: object) => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string', ...schema },
})

const etagDescription =
  'The ETag of an answer, in its quotes: the change is made only if the record still has this ETag'
const ifMatch = header('If-Match', etagDescription, { pattern: etagsPattern, examples: ['*'] })
const ifNoneMatch = header('If-None-Match', '`*`: the record is only created, never replaced', { const: '*' })

/** The headers of preconditions (RFC 9110, section 13.1). */
const preconditions = ({ versioned, method }: AnyAdminRoute) => {
  if (!versioned || method === 'GET') return []
  return method === 'PUT' ? [ifMatch, ifNoneMatch] : [ifMatch]
}

const etag = { ETag: { description: "The record's version", schema: { type: 'string' } } }

const patchDescription = 'A JSON merge patch (RFC 7396). `application/merge-patch+json` is its media type too.'

/** A single media type: generated clients make one parameter of each, and let callers send none. */
const buildRequestBody = ({ method, emptyBody }: AnyAdminRoute, schema: JsonSchema) => ({
  ...(method === 'PATCH' && { description: patchDescription }),
  required: emptyBody === undefined,
  content: jsonContent(schema),
})

const buildResponse = ({ description, content }: AdminAnswer, versioned: boolean | undefined, to: Components) => ({
  description,
  ...(versioned && content && { headers: etag }),
  ...(content && {
    content: Object.fromEntries(
      Object.entries(content).map(([type, schema]) => [type, { schema: to.schemaOf(schema) }]),
    ),
  }),
})

const toOperation = (group: AdminGroup, route: AnyAdminRoute, to: Components) => ({
  operationId: route.action,
  tags: [group.name],
  summary: route.summary,
  description: [route.description, roles[leastRole(route)], route.forLinkers && toLinkers]
    .filter((text) => text !== undefined)
    .join('\n\n'),
  security: [{ adminKey: [] }],
  parameters: [
    ...Object.entries(pathSchemas(route.path)).map(([name, schema]) => parameter('path', name, schema, true, to)),
    ...queryParameters(route.query, to),
    ...preconditions(route),
    ...(route.takesFile ? [fileNameHeader] : []),
  ],
  ...(route.body && { requestBody: buildRequestBody(route, to.schemaOf(route.body)) }),
  ...(route.takesFile && { requestBody: { required: true, content: fileContent } }),
  responses: {
    ...Object.fromEntries(
      Object.entries(route.answers).map(([status, one]) => [status, buildResponse(one, route.versioned, to)]),
    ),
    ...errorsOfCodes(listErrorCodes(route)),
    ...(preconditions(route).length > 0 && { 412: preconditionFailed }),
  },
})

/** The admin API's part of the OpenAPI document. */
export const adminDocument = (components: Components, groups: readonly AdminGroup[] = adminGroups) => {
  const paths: Record<string, Record<string, ReturnType<typeof toOperation>>> = {}
  for (const group of groups) {
    for (const route of group.routes) {
      const path = route.path.replaceAll(/:(\w+)/g, '{$1}')
      paths[path] ??= {}
      paths[path][route.method.toLowerCase()] = toOperation(group, route, components)
    }
  }
  return {
    tags: groups.map(({ name, description }) => ({ name, description })),
    paths,
  }
}
