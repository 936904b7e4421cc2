import ts from 'typescript'

export const lineOf = (source: ts.SourceFile, node: ts.Node): number =>
  source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1

/** The constant of a file's top level that a line belongs to. */
export const declarationAt = (source: ts.SourceFile, line: number): string | undefined =>
  constants(source).find(
    ({ node }) => lineOf(source, node) <= line && line <= source.getLineAndCharacterOfPosition(node.end).line + 1,
  )?.name

/**
 * The node that the author has to change: a member of the declaration called `name`, or of the provider without a name. If the
 * member isn't written out, the nearest enclosing node.
 */
export const definitionNode = (
  source: ts.SourceFile,
  name: string | undefined,
  member: readonly string[],
): ts.Node | undefined => {
  if (name === undefined) {
    const call = providerCall(source)
    return call && memberNode(source, call, member, call)
  }
  const local = localName(source, name)
  const declared = constants(source).find((constant) => constant.name === local)
  return declared && memberNode(source, declared.value, member, declared.node)
}

interface Constant {
  readonly name: string
  readonly node: ts.Node
  readonly value: ts.Expression
}

const constants = (source: ts.SourceFile): Constant[] =>
  source.statements
    .filter((statement) => ts.isVariableStatement(statement))
    .flatMap(({ declarationList }) => declarationList.declarations)
    .flatMap((node) =>
      ts.isIdentifier(node.name) && node.initializer ? [{ name: node.name.text, node, value: node.initializer }] : [],
    )

/** What a file calls that which it exports by a name: `export { listObjects as list }`. */
const localName = (source: ts.SourceFile, name: string): string =>
  source.statements
    .filter((statement) => ts.isExportDeclaration(statement))
    .flatMap(({ exportClause }) => (exportClause && ts.isNamedExports(exportClause) ? exportClause.elements : []))
    .find((element) => element.name.text === name)?.propertyName?.text ?? name

/** The call `provider({...})`. */
const providerCall = (source: ts.SourceFile): ts.Expression | undefined => {
  const isCall = (node: ts.Node): node is ts.CallExpression =>
    ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'provider'
  const search = (node: ts.Node): ts.CallExpression | undefined => (isCall(node) ? node : ts.forEachChild(node, search))
  return search(source)
}

/** The deepest node on the way to a member; `reached` where its first step isn't written out. */
const memberNode = (
  source: ts.SourceFile,
  value: ts.Expression,
  member: readonly string[],
  reached: ts.Node,
): ts.Node => {
  const [name, ...rest] = member
  if (name === undefined) return reached
  if (name === 'route') return routeOf(value) ?? reached
  for (const object of objectsIn(source, value)) {
    const property = object.properties.find((one) => one.name !== undefined && nameOf(one.name) === name)
    if (property) {
      return ts.isPropertyAssignment(property) ? memberNode(source, property.initializer, rest, property) : property
    }
  }
  return reached
}

/** The first argument of read(...) or write(...). */
const routeOf = (value: ts.Expression): ts.Node | undefined =>
  ts.isCallExpression(value) ? value.arguments[0] : undefined

const nameOf = (name: ts.PropertyName): string | undefined =>
  ts.isIdentifier(name) || ts.isStringLiteralLike(name) ? name.text : undefined

/** The objects that a value is made of: itself, the arguments of a call, what is spread, and constants of the file by name. */
const objectsIn = (source: ts.SourceFile, value: ts.Expression, depth = 0): ts.ObjectLiteralExpression[] => {
  if (depth > 8) return []
  const inner = (node: ts.Expression): ts.ObjectLiteralExpression[] => objectsIn(source, node, depth + 1)
  if (ts.isObjectLiteralExpression(value)) {
    const spread = value.properties.filter((property) => ts.isSpreadAssignment(property))
    return [value, ...spread.flatMap(({ expression }) => inner(expression))]
  }
  if (ts.isCallExpression(value)) return value.arguments.flatMap(inner)
  if (ts.isAsExpression(value) || ts.isSatisfiesExpression(value) || ts.isParenthesizedExpression(value)) {
    return inner(value.expression)
  }
  if (!ts.isIdentifier(value)) return []
  const declared = constants(source).find(({ name }) => name === value.text)
  return declared ? inner(declared.value) : []
}
