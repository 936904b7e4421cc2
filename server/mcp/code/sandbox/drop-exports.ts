import { type ExportDefaultDeclaration, type Program, parse } from 'acorn'

type Statement = Program['body'][number]

const parseModule = (code: string): Program =>
  parse(code, { ecmaVersion: 'latest', sourceType: 'module', allowAwaitOutsideFunction: true })

/** The text in place of `export default`: a name, so that a function is found like any other, or a return. */
const nameDefault = ({ declaration }: ExportDefaultDeclaration): string => {
  const isNamed = 'id' in declaration && declaration.id !== null && /Declaration$/.test(declaration.type)
  if (isNamed) return ''
  return /Function/.test(declaration.type) ? 'const main = ' : 'return '
}

/** The replacement of a statement's beginning; `undefined`: it is no export. Imports and exports of lists can't be left out. */
const findExport = (statement: Statement): readonly [start: number, end: number, text: string] | undefined => {
  if (statement.type === 'ExportDefaultDeclaration')
    return [statement.start, statement.declaration.start, nameDefault(statement)]
  if (statement.type !== 'ExportNamedDeclaration' || !statement.declaration) return undefined
  return [statement.start, statement.declaration.start, '']
}

/**
 * A module's statements as those of a function: without `export`, as models write `export default async function`. `undefined`: it is none, or
 * it imports something.
 */
export const dropExports = (code: string): string | undefined => {
  try {
    const { body } = parseModule(code)
    if (body.some(({ type }) => /^Import|^ExportAll/.test(type))) return undefined
    const exports = body.flatMap((statement) => {
      const span = findExport(statement)
      return span ? [span] : []
    })
    if (exports.length === 0) return undefined
    return exports
      .toReversed()
      .reduce((text, [start, end, begin]) => text.slice(0, start) + begin + text.slice(end), code)
  } catch {
    return undefined
  }
}
