import {
  type CallExpression,
  type Expression,
  Node,
  type ObjectLiteralExpression,
  type SourceFile,
  SyntaxKind,
} from 'ts-morph'
import { readPropertyName } from '../source/source-file.ts'

/** The constant of a file's top level that a line belongs to. */
export const declarationAt = (source: SourceFile, line: number): string | undefined =>
  source
    .getVariableDeclarations()
    .find((declared) => declared.getStartLineNumber() <= line && line <= declared.getEndLineNumber())
    ?.getName()

/**
 * The node that the author has to change: a member of the declaration called `name`, or of the provider without a name. If the
 * member isn't written out, the nearest enclosing node.
 */
export const definitionNode = (
  source: SourceFile,
  name: string | undefined,
  member: readonly string[],
): Node | undefined => {
  if (name === undefined) {
    const call = findProviderCall(source)
    return call && findMember(call, member, call)
  }
  const declared = source.getVariableDeclaration(findLocalName(source, name))
  const value = declared?.getInitializer()
  return value && findMember(value, member, declared)
}

/** The file's own name for one of its exports: `export { listObjects as list }`. */
const findLocalName = (source: SourceFile, name: string): string =>
  source
    .getExportDeclarations()
    .flatMap((declaration) => declaration.getNamedExports())
    .find((exported) => (exported.getAliasNode() ?? exported.getNameNode()).getText() === name)
    ?.getName() ?? name

/** The call `provider({...})`. */
const findProviderCall = (source: SourceFile): CallExpression | undefined =>
  source
    .getDescendantsOfKind(SyntaxKind.CallExpression)
    .find((call) => Node.isIdentifier(call.getExpression()) && call.getExpression().getText() === 'provider')

/** The deepest node on the way to a member; `reached` if the first step isn't written out. */
const findMember = (value: Expression, member: readonly string[], reached: Node | undefined): Node | undefined => {
  const [name, ...rest] = member
  if (name === undefined) return reached
  // The first argument of read(...) or write(...).
  if (name === 'route') return (Node.isCallExpression(value) && value.getArguments()[0]) || reached
  for (const object of listObjects(value)) {
    const property = object.getProperties().find((one) => readPropertyName(one) === name)
    if (!property) continue
    const inner = Node.isPropertyAssignment(property) && property.getInitializer()
    return inner ? findMember(inner, rest, property) : property
  }
  return reached
}

/** The objects that make up a value: the value itself, arguments of a call, spread objects, and constants of the file by name. */
const listObjects = (value: Node, depth = 0): ObjectLiteralExpression[] => {
  if (depth > 8) return []
  const listInner = (nodes: readonly Node[]): ObjectLiteralExpression[] =>
    nodes.flatMap((node) => listObjects(node, depth + 1))
  if (Node.isObjectLiteralExpression(value)) {
    const spread = value.getProperties().filter((property) => Node.isSpreadAssignment(property))
    return [value, ...listInner(spread.map((property) => property.getExpression()))]
  }
  if (Node.isCallExpression(value)) return listInner(value.getArguments())
  if (Node.isAsExpression(value) || Node.isSatisfiesExpression(value) || Node.isParenthesizedExpression(value)) {
    return listInner([value.getExpression()])
  }
  if (!Node.isIdentifier(value)) return []
  const declared = value.getSourceFile().getVariableDeclaration(value.getText())?.getInitializer()
  return declared ? listInner([declared]) : []
}
