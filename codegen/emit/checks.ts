import type { AnyAction, AnyProvider } from '@patchbay/core/provider'
import { bodySchema } from '@patchbay/core/schema'
import type { TSchema } from 'typebox'
import { Format } from 'typebox/format'
import { Build } from 'typebox/schema'
import type { Imports } from './javascript.ts'

/** The modules that TypeBox's code uses, by the name under which it expects them in scope. */
const scope = { Guard: 'typebox/guard', Hashing: 'typebox/system' }

/**
 * The checks of a provider's actions as an object literal; adds the imports that they need. It is the code that `Code()` of
 * `typebox/compile` would write, made from the same parts (`Build`), but with many checks in one module and with their external
 * values as source, so that nothing is evaluated at run time.
 */
export const checksText = (provider: AnyProvider, imports: Imports): string => {
  const actions = Object.entries(provider.actions).map(([name, action]) => actionText(name, action, imports))
  return `{\n${actions.join(',\n')}\n}`
}

const actionText = (name: string, action: AnyAction, imports: Imports): string => {
  const body = `body: ${checkText(bodySchema(name, action), imports)}`
  const checks = action.result ? `${body},\nresult: ${checkText(action.result, imports)}` : body
  // The brackets make `__proto__` an ordinary member.
  return `[${JSON.stringify(name)}]: () => ({\n${checks}\n})`
}

/** A function expression that checks one schema. */
const checkText = (schema: TSchema, imports: Imports): string => {
  const build = Build(schema)
  const { identifier, variables } = build.External()
  const outside = variables.map((variable) => variableText(variable, imports))
  const code = [
    ...(outside.length > 0 ? [`const ${identifier} = [${outside.join(', ')}]`] : []),
    ...build.Functions(),
    `return (value) => ${build.Entry()}`,
  ].join('\n')
  for (const [name, from] of Object.entries(scope)) if (code.includes(`${name}.`)) imports.add(name, from)
  return `(() => {\n${code}\n})()`
}

/** An external value of a check as source: a pattern, or a format's function by name. `codegen/check` refuses all other values. */
const variableText = (variable: unknown, imports: Imports): string => {
  if (variable instanceof RegExp) {
    return `new RegExp(${JSON.stringify(variable.source)}, ${JSON.stringify(variable.flags)})`
  }
  const name = Object.keys(Format).find((key) => Reflect.get(Format, key) === variable)
  if (!name) throw new TypeError(`a check needs a value that can't be written as source: ${String(variable)}`)
  return imports.add(name, 'typebox/format')
}
