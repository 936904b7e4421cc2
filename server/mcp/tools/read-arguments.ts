import { invalidInput } from '@patchbay/core/errors'
import {
  findProblems,
  type HealContext,
  healArguments,
  type ToolArguments,
  unwrapArguments,
} from '@patchbay/core/schema'
import type Type from 'typebox'
import { Value } from 'typebox/value'
import { createHealContext } from './heal-frame.ts'

type HealNames = (args: ToolArguments, context: HealContext) => ToolArguments

/** The arguments of a tool as its schema has them, with notes of what was healed. `healNames`: heals them before. Throws VALIDATION_ERROR. */
export const readArguments = <T extends Type.TObject>(
  schema: T,
  toolArguments: ToolArguments,
  healNames: HealNames = (args) => args,
) => {
  const context = createHealContext()
  const bare = unwrapArguments(toolArguments, (name) => Object.hasOwn(schema.properties, name), context)
  const value = healArguments(schema, healNames(bare, context), context)
  if (!Value.Check(schema, value)) throw invalidInput(findProblems(schema, value))
  return { value, coerced: context.notes.list() }
}
