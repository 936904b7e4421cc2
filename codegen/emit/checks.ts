import type { AnyAction, AnyProvider } from '@patchbay/core/provider'
import { bodySchema } from '@patchbay/core/schema'
import type { TSchema } from 'typebox'
import { Format } from 'typebox/format'
import { Build } from 'typebox/schema'
import { sourceText } from './source-file.ts'
import { exported, imported, importedType } from './statements.ts'

/**
 * `server/generated/<id>/checks.ts`: the code that `Code()` of `typebox/compile` would write, from the same parts (`Build`),
 * but several checks in one module, with their external values as source. Nothing is evaluated at run time.
 *
 * The file has `@ts-nocheck`: TypeBox writes JavaScript with untyped and unused parameters. Its exports are
 * typed as `ActionChecks`.
 */
export const checksText = (provider: AnyProvider): string => {
  const formats = new Set<string>()
  const actions = Object.entries(provider.actions).map(([name, action]) => actionText(name, action, formats))
  const checks = exported('checks', 'Readonly<Record<string, ActionChecks>>', `{\n${actions.join(',\n')}\n}`)
  const modules = { Guard: 'typebox/guard', Hashing: 'typebox/system' }
  return sourceText(
    [
      importedType('ActionChecks', '@patchbay/core/schema'),
      ...[...formats].sort().map((format) => imported(format, 'typebox/format')),
      ...Object.entries(modules)
        .filter(([name]) => checks.declarations.some(({ initializer }) => String(initializer).includes(`${name}.`)))
        .map(([name, from]) => imported(name, from)),
      checks,
    ],
    { checked: false },
  )
}

const actionText = (name: string, action: AnyAction, formats: Set<string>): string => {
  const body = checkText(bodySchema(name, action), formats)
  const result = action.result ? `,\n  result: ${checkText(action.result, formats)}` : ''
  return `${JSON.stringify(name)}: {\n  body: ${body}${result}\n}`
}

/** A function expression that checks one schema. */
const checkText = (schema: TSchema, formats: Set<string>): string => {
  const build = Build(schema)
  const { identifier, variables } = build.External()
  const outside = variables.map((variable) => variableText(variable, formats))
  return [
    '(() => {',
    ...(outside.length > 0 ? [`const ${identifier} = [${outside.join(', ')}]`] : []),
    ...build.Functions(),
    `return (value) => ${build.Entry()}`,
    '})()',
  ].join('\n')
}

/** An external value of a check as source: a pattern, or a format's function by name. `codegen/check` refuses any other. */
const variableText = (variable: unknown, formats: Set<string>): string => {
  if (variable instanceof RegExp) {
    return `new RegExp(${JSON.stringify(variable.source)}, ${JSON.stringify(variable.flags)})`
  }
  const name = Object.keys(Format).find((key) => Reflect.get(Format, key) === variable)
  if (!name) throw new TypeError(`a check needs a value that can't be written as source: ${String(variable)}`)
  formats.add(name)
  return name
}
