import type { ListedTool } from '@patchbay/core/upstream-mcp'
import { plainText } from '../read/describe.ts'
import type { LeftOutList } from '../read/left-out.ts'
import { below, isNode, type Node, toNode } from '../read/node.ts'

/** The path by which a tool stands in the document. */
export const pathOfTool = (name: string): string => `/${encodeURIComponent(name)}`

/** References within a tool's schema begin at the schema; in the document it stands at a pointer. */
const placed = (value: unknown, pointer: string): unknown => {
  if (Array.isArray(value)) return value.map((one) => placed(one, pointer))
  if (!isNode(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      name === '$ref' && typeof member === 'string' && member.startsWith('#')
        ? `#${pointer}${member.slice(1)}`
        : placed(member, pointer),
    ]),
  )
}

/** True if a tool takes nothing: a schema that names no member, though it may forget to say that there is no other. */
const takesNothing = (schema: Node): boolean =>
  Object.keys(toNode(schema.properties)).length === 0 &&
  !isNode(schema.additionalProperties) &&
  schema.additionalProperties !== true &&
  !['$ref', 'anyOf', 'oneOf', 'allOf', 'patternProperties'].some((name) => name in schema)

const json = (schema: unknown) => ({ 'application/json': { schema } })

/** The schema of what a tool takes, which is an object in MCP, whatever its type says. */
const toInput = (schema: Node): Node => (isNode(schema.properties) ? { ...schema, type: 'object' } : schema)

const toOperation = ({ name, title, description, inputSchema, outputSchema }: ListedTool) => {
  const pointer = below('/paths', pathOfTool(name), 'post')
  const input = below(pointer, 'requestBody', 'content', 'application/json', 'schema')
  const output = below(pointer, 'responses', '200', 'content', 'application/json', 'schema')
  return {
    operationId: name,
    tags: ['tools'],
    ...(plainText(description) === '' ? { summary: title } : { description }),
    ...(!takesNothing(inputSchema) && { requestBody: { content: json(placed(toInput(inputSchema), input)) } }),
    ...(outputSchema && { responses: { 200: { description: 'Result', content: json(placed(outputSchema, output)) } } }),
  }
}

/**
 * The tools of a server as a document in OpenAPI 3.1 with an operation for each, so that names, schemas, secrets and changes are those of
 * every import. A tool whose name comes twice is left out: nobody knows which one a call would reach.
 */
export const toDocument = (
  id: string,
  url: string,
  title: string | undefined,
  tools: readonly ListedTool[],
  leftOut: LeftOutList,
): { readonly root: Node; readonly tools: readonly ListedTool[] } => {
  const byName = Map.groupBy(tools, ({ name }) => name)
  const single = [...byName.values()].flatMap((all) => (all.length === 1 ? all : []))
  for (const [name, all] of byName)
    if (all.length > 1) leftOut.add('operation', below('/tools', name), `${all.length} tools have this name`)
  const root = {
    openapi: '3.1.0',
    info: { title: title ?? id },
    servers: [{ url }],
    paths: Object.fromEntries(single.map((tool) => [pathOfTool(tool.name), { post: toOperation(tool) }])),
  }
  return { root, tools: single }
}
