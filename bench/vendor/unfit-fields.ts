import { Ajv } from 'ajv'
import { isNode, type Node, resolveNode } from '../../codegen/import/read/node.ts'
import type { Recorded } from '../../test/providers/recorded.ts'
import type { VendorDocument } from './document.ts'
import { fields } from './fields.ts'
import type { VendorOperation } from './operation.ts'

const validators = new WeakMap<VendorDocument, Ajv>()

/** Texts of a query or form are read as the types that the document wants. */
const validatorOf = (document: VendorDocument): Ajv => {
  const known = validators.get(document)
  if (known) return known
  const made = new Ajv({ coerceTypes: 'array', strict: false, validateFormats: false, logger: false, allErrors: true })
  made.addSchema(document.root, 'document', undefined, false)
  validators.set(document, made)
  return made
}

/** References in a part of the document, made to mean the document's. */
const located = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(located)
  if (!isNode(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) =>
      name === '$ref' && typeof member === 'string' ? [name, `document${member}`] : [name, located(member)],
    ),
  )
}

const misfits = ({ document }: VendorOperation, schema: unknown, value: unknown, place: string): string[] => {
  const validator = validatorOf(document)
  const validate = validator.compile(located(schema) as Node)
  // Coercion writes into the value's parent.
  if (validate({ value: structuredClone(value) }.value)) return []
  return (validate.errors ?? []).map(({ instancePath, message }) => `${place}${instancePath}: ${message}`)
}

/** The query's members; where the operation separates a list by commas, the list. */
const queryOf = ({ document, parameters }: VendorOperation, { url }: Recorded): Node => {
  const lists = new Set(
    parameters
      .filter(
        (parameter) => parameter.explode === false && resolveNode(document.root, parameter.schema).type === 'array',
      )
      .map(({ name }) => name),
  )
  const members = Object.entries(fields(new URL(url, 'http://localhost').search))
  return Object.fromEntries(
    members.map(([name, value]) => [name, lists.has(name) && typeof value === 'string' ? value.split(',') : value]),
  )
}

/**
 * The fields of a request's query and form that don't fit the document's schemas, e.g. `form/created: must be object`.
 * These are nested fields, which the mock reads too laxly or not at all. Another check finds undeclared ones.
 */
export const unfitFields = (operation: VendorOperation, request: Recorded): string[] => {
  const { document, node, parameters } = operation
  const query = queryOf(operation, request)
  const inQuery = parameters
    .filter((parameter) => parameter.in === 'query' && Object.hasOwn(query, String(parameter.name)))
    .flatMap((parameter) =>
      misfits(
        operation,
        { type: 'object', properties: { [String(parameter.name)]: parameter.schema } },
        query,
        'query',
      ),
    )
  const { content } = resolveNode(document.root, node.requestBody)
  const form = isNode(content) ? content['application/x-www-form-urlencoded'] : undefined
  const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')
  if (!isForm || !isNode(form)) return inQuery
  return [...inQuery, ...misfits(operation, form.schema, fields(request.body), 'form')]
}
