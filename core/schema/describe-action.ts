import { invalid } from '../errors.ts'
import type { AnyAction } from '../provider/index.ts'
import { bodySchema } from './body.ts'
import { project } from './project.ts'
import { noReferences, schemaAt } from './references.ts'
import { toolSchema } from './tool-schema.ts'
import type { Schema } from './widen.ts'

/** The most bytes of a description with what stands around it. A test counts the tokens, which have to stay below 2,000. */
export const largestAnswer = 5000

/** The exact parameters of an action: an object schema. The other members of a call aren't parameters. */
const parametersOf = (name: string, action: AnyAction): Schema => {
  const { properties, required, ...rest } = toolSchema(bodySchema(name, action))
  const { action: _action, account_id: _account, result_fields: _fields, ...own } = properties as Record<string, Schema>
  return { ...rest, properties: own, required: (required as string[]).filter((member) => member in own) }
}

/**
 * The exact parameters of an action, or what lies at a JSON pointer into their schema: as much as `bytes` have room for.
 * Where something is left out, `deeper` is the pointer that shows it. Throws VALIDATION_ERROR for a pointer that leads to nothing.
 */
export const describeAction = (name: string, action: AnyAction, pointer = '', bytes = largestAnswer): unknown => {
  const schema = parametersOf(name, action)
  const { references = noReferences } = action
  if (pointer === '') return project(schema, '', bytes, references)
  const found = pointer.startsWith('/') ? schemaAt(schema, pointer, references) : undefined
  if (typeof found !== 'object' || found === null)
    throw invalid(
      '/pointer',
      'leads to nothing; use a pointer that stands as `deeper` in a description, or leave it out',
    )
  return project(found as Schema, pointer, bytes, references)
}
