import type { SliceParameter } from '@patchbay/core/imported'
import { sentence } from '../read/describe.ts'
import type { LeftOutList } from '../read/left-out.ts'
import { below, type Node, toNode } from '../read/node.ts'
import type { Operation } from '../read/operations.ts'
import { mayListObjects, onlyValue, queryStyle, simpleStyle, type UnnamedParameter, withSchema } from './parameters.ts'
import type { DocumentSchemas } from './schemas/schemas.ts'
import type { ParameterRefusal } from './secrets/credentials.ts'

/** The document of an operation, and where the conversion notes what it leaves out. */
export interface ParameterParts {
  readonly root: Node
  readonly schemas: DocumentSchemas
  readonly leftOut: LeftOutList
  /** Says whether and why callers don't get a parameter. */
  readonly refusal: (parameter: Node) => ParameterRefusal
}

/** The parameters of the operation that callers fill, and those that have one possible value. `accept`: is sent anyway. */
export const convertParameters = (parts: ParameterParts, operation: Operation, accept: string | undefined) => {
  const { leftOut, refusal } = parts
  const candidates: UnnamedParameter[] = []
  const constants: Record<'query' | 'header', Record<string, string>> = { query: {}, header: {} }
  const credentials: string[] = []
  for (const { node, pointer } of operation.parameters) {
    const refused = refusal(node)
    const [place, name] = [String(node.in), String(node.name)]
    if (accept !== undefined && place === 'header' && name.toLowerCase() === 'accept') continue
    if (refused) {
      leftOut.add(refused.what, pointer, refused.reason)
      if (refused.what === 'credential') credentials.push(`${place} ${name}`)
      continue
    }
    if (place !== 'path' && place !== 'query' && place !== 'header' && place !== 'cookie') {
      leftOut.add('parameter', pointer, `there are no parameters in ${place.slice(0, 50)}`)
      continue
    }
    if (place === 'path' && !operation.path.includes(`{${name}}`)) {
      leftOut.add('parameter', pointer, `the path ${operation.path} has no {${name}}`)
      continue
    }
    const parameter = convertParameter(parts, place, node, pointer, operation.spans.has(name))
    const only = parameter.required ? onlyValue(parts.root, node.schema) : undefined
    if (only !== undefined && (place === 'query' || place === 'header')) constants[place][name] = only
    else candidates.push({ place, as: name, parameter })
  }
  return { candidates: [...undeclared(operation, candidates), ...candidates], constants, credentials }
}

/** Parameters in the path that are not declared. */
const undeclared = ({ path, spans }: Operation, candidates: readonly UnnamedParameter[]): UnnamedParameter[] =>
  [...new Set(path.match(/\{[^{}]+\}/g) ?? [])]
    .map((part) => part.slice(1, -1))
    .filter((name) => !candidates.some(({ place, as }) => place === 'path' && as === name))
    .map((name) => ({ place: 'path', as: name, parameter: undeclaredParameter(spans.has(name)) }))

const undeclaredParameter = (spans: boolean): UnnamedParameter['parameter'] => ({
  in: 'path',
  required: true,
  ...(spans && { style: 'reserved' }),
  schema: { type: 'string' },
})

/** The note about a list of objects, for which OpenAPI has no form outside of JSON. */
const sayObjects = (place: string, node: Node): string =>
  place === 'query' && node.explode !== false
    ? 'OpenAPI has no form for a list of objects here: it is sent as name[0][member]=value'
    : 'OpenAPI has no form for a list of objects here: each is sent as JSON'

const convertParameter = (
  { root, schemas, leftOut }: ParameterParts,
  place: 'path' | 'query' | 'header' | 'cookie',
  declaredNode: Node,
  pointer: string,
  spans: boolean,
): Omit<SliceParameter, 'as'> => {
  const node = withSchema(declaredNode)
  const [content] = Object.entries(toNode(node.content))
  const declared = content ? toNode(content[1]).schema : node.schema
  // OpenAPI 2.0 has `nullable` beside the type.
  const value = node['x-nullable'] === true ? { ...toNode(declared), nullable: true } : declared
  const converted = value === undefined ? { type: 'string' } : schemas.of(value, below(pointer, 'schema'))
  const description = sentence(node.description, 140)
  const isJson = content !== undefined && /\bjson\b/.test(content[0])
  if (!isJson && mayListObjects(root, value)) leftOut.add('part', pointer, sayObjects(place, node))
  const style = place === 'query' ? { style: queryStyle(root, node, value) } : simpleStyle(node, spans)
  const written = isJson ? { style: 'json' as const } : style
  return {
    in: place,
    ...((node.required === true || place === 'path') && { required: true }),
    ...(written.style && { style: written.style }),
    ...('explode' in written && { explode: written.explode }),
    schema:
      description === '' || typeof converted === 'boolean'
        ? converted
        : { ...withMoment(converted, node), description },
  }
}

/** A text with the format that only the words of its description have: Google declares moments as mere strings. */
const withMoment = (schema: Record<string, unknown>, { description }: Node): Record<string, unknown> => {
  const isText = schema.type === 'string' && schema.format === undefined && schema.pattern === undefined
  const says = /\bRFC ?3339 timestamp with (?:an? )?mandatory time zone\b/i.test(String(description))
  return isText && says ? { ...schema, format: 'date-time' } : schema
}
