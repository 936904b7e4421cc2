import { Node, type ObjectLiteralExpression, type SourceFile } from 'ts-morph'
import { type AddedLines, addMembers, findNextLine, withLines } from '../../source/add-lines.ts'
import { listCalls, type ObjectExpression } from '../../source/expression.ts'
import { parseSource } from '../../source/source-file.ts'

/** The result of adding guesses to an overlay that a person may have edited. */
export interface AddedGuesses {
  readonly text: string
  readonly done: ObjectExpression
  /** The guesses that the person must add, because they would change a line of theirs. */
  readonly left: ObjectExpression
}

/** The byte order mark. TypeScript removes it, which would shift all positions. */
const byteOrderMark = '\uFEFF'

const contract = '@patchbay/core/provider'

/** Adds what an overlay lacks in lines of its own. `names`: the members that its provider has when it is loaded. */
export const addToOverlay = (text: string, members: ObjectExpression, names: readonly string[]): AddedGuesses => {
  if (text.startsWith(byteOrderMark)) {
    const { text: after, ...more } = addToOverlay(text.slice(1), members, names)
    return { text: byteOrderMark + after, ...more }
  }
  const source = parseSource('overlay.ts', text)
  const object = findDefinition(source)
  const nothing = { text, done: {}, left: members }
  if (!object) return nothing
  const { added, done, left } = addMembers(object, members, names)
  // Members that are guessed together, such as an origin and its settings, are no good apart.
  if (Object.entries(left).some(([name, value]) => value === members[name])) return nothing
  const imports = addImports(source, listCalls(done))
  return imports ? { text: withLines(text, [...added, ...imports]), done, left } : nothing
}

/** The object in the file's one call `imported<Document>()({...})`. */
const findDefinition = (source: SourceFile): ObjectLiteralExpression | undefined => {
  const calls = source.getDescendants().flatMap((node) => {
    const inner = Node.isCallExpression(node) ? node.getExpression() : undefined
    const isImported = Node.isCallExpression(inner) && inner.getExpression().getText() === 'imported'
    return Node.isCallExpression(node) && isImported ? [node] : []
  })
  const [definition] = calls.length === 1 ? (calls[0]?.getArguments() ?? []) : []
  return Node.isObjectLiteralExpression(definition) ? definition : undefined
}

/** The line that imports functions of the contract; `undefined`: the file has other things of their names. */
const addImports = (source: SourceFile, names: readonly string[]): AddedLines[] | undefined => {
  const declarations = source.getImportDeclarations()
  const imported = declarations.flatMap((declaration) =>
    declaration.getNamedImports().map((one) => ({
      name: (one.getAliasNode() ?? one.getNameNode()).getText(),
      isFunction:
        declaration.getModuleSpecifierValue() === contract &&
        !one.getAliasNode() &&
        !one.isTypeOnly() &&
        !declaration.isTypeOnly(),
    })),
  )
  const missing = names.filter((name) => !imported.some((one) => one.isFunction && one.name === name))
  if (missing.length === 0) return []
  const declared = source.getStatements().flatMap((statement) => {
    if (Node.isVariableStatement(statement)) return statement.getDeclarations().map((one) => one.getName())
    return Node.hasName(statement) ? [statement.getName()] : []
  })
  const last = declarations.at(-1)
  const position = last && findNextLine(source.getFullText(), last.getEnd())
  const taken = [...imported.map(({ name }) => name), ...declared]
  if (position === undefined || missing.some((name) => taken.includes(name))) return undefined
  return [{ position, lines: [`import { ${missing.join(', ')} } from '${contract}'`] }]
}
