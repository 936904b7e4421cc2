import { invalid } from '../../errors.ts'
import type { AnyAction } from '../../provider/index.ts'
import { bodySchema } from '../body.ts'
import type { JsonSchema } from '../json-schema/json-schema.ts'
import { noReferences, schemaAt } from '../json-schema/references.ts'
import { fitSchema } from './fit-schema.ts'
import { toolSchema } from './schema.ts'

/** The most bytes of a description with its envelope. A test counts the tokens, which have to stay below 2,000. */
export const largestAnswer = 5000

/** The exact parameters of an action: an object schema. The other members of a call aren't parameters. */
export const buildParameterSchema = (name: string, action: AnyAction): JsonSchema => {
  const { properties, required, ...rest } = toolSchema(bodySchema(name, action))
  const {
    action: _action,
    account_id: _account,
    result_fields: _fields,
    dry_run: _dryRun,
    as_file: _asFile,
    ...own
  } = properties as Record<string, JsonSchema>
  return { ...rest, properties: own, required: (required as string[]).filter((member) => member in own) }
}

/**
 * The exact parameters of an action, or the part at a JSON pointer into their schema: as much as fits into `bytes`.
 * If something is left out, `deeper` is the pointer that shows it. Throws VALIDATION_ERROR for a pointer that leads to nothing.
 */
export const describeAction = (name: string, action: AnyAction, pointer = '', bytes = largestAnswer): unknown => {
  const schema = buildParameterSchema(name, action)
  const { references = noReferences } = action
  if (pointer === '') return fitSchema(schema, '', bytes, references)
  const place = pointer.startsWith('/') ? schemaAt(schema, pointer, references) : undefined
  if (typeof place !== 'object' || place === null)
    throw invalid('/pointer', 'points to nothing; use a `deeper` pointer from a description, or leave it out')
  return fitSchema(place as JsonSchema, pointer, bytes, references)
}
