import * as contract from '@patchbay/core/provider'
import { callee, type Expression, isCallExpression, isNoted, isTemplate, tag } from '../../codegen/source/expression.ts'

/** The value that a line of an overlay has, as the contract's functions make it. */
export const evaluate = (expression: Expression): unknown => {
  if (typeof expression !== 'object') return expression
  if (isNoted(expression)) return evaluate(expression.value)
  if (isCallExpression(expression)) return lookUp(expression[callee])(...expression.args.map(evaluate))
  if (isTemplate(expression)) {
    const texts = Object.assign([...expression.texts], { raw: expression.texts })
    return lookUp(expression[tag])(texts, ...expression.values)
  }
  if (Array.isArray(expression)) return expression.map(evaluate)
  return Object.fromEntries(Object.entries(expression).map(([name, value]) => [name, evaluate(value)]))
}

const lookUp = (name: string): ((...given: readonly unknown[]) => unknown) => {
  const found: unknown = Reflect.get(contract, name)
  if (typeof found !== 'function') throw new Error(`the contract has no ${name}`)
  return found as (...given: readonly unknown[]) => unknown
}
