import type Type from 'typebox'
import { Build, Check } from 'typebox/schema'
import type { AnyAction } from '../provider/index.ts'
import { type ActionChecks, bodySchema, type References } from '../schema/index.ts'

type Predicate = (value: unknown) => boolean

/**
 * The check that a value fits a schema with references. The first value is checked by interpreting the schema. From the second value
 * on, compiling it is worth the millisecond.
 */
export const createCheck = (schema: Type.TSchema, references: References): Predicate => {
  const context = references as Record<string, Type.TSchema>
  let compiled: Predicate | undefined
  let isFirst = true
  return (value) => {
    if (compiled) return compiled(value)
    if (isFirst) {
      isFirst = false
      return Check(context, schema, value)
    }
    const built = Build(context, schema).Evaluate()
    compiled = (one) => built.Check(one)
    return compiled(value)
  }
}

export const createChecks = (name: string, action: AnyAction): ActionChecks => {
  const { references = {}, result } = action
  return {
    body: createCheck(bodySchema(name, action), references),
    ...(result && { result: createCheck(result, {}) }),
  }
}
