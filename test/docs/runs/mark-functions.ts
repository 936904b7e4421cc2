import ts from 'typescript'

/** The member of `globalThis` that runs the body of each marked function. */
export const markName = '__runMarked'

type Marked = ts.FunctionLikeDeclaration & { readonly body: ts.ConciseBody }

/** The name of a function: its own, or that of the constant or member that holds it; empty for one that stands in an expression. */
const nameOf = (node: Marked): string => {
  if (ts.isConstructorDeclaration(node)) return 'constructor'
  if (node.name) return node.name.getText()
  const { parent } = node
  return ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent) ? parent.name.getText() : ''
}

/** Generators can't run inside of another function, and neither can a constructor that calls `super`. */
const isMarked = (node: ts.Node): node is Marked => {
  if (!ts.isFunctionLike(node) || !('body' in node) || !node.body) return false
  if (ts.isConstructorDeclaration(node)) return !node.parent.heritageClauses
  return !('asteriskToken' in node && node.asteriskToken)
}

const isAsync = (node: Marked): boolean =>
  ts.canHaveModifiers(node) && (ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword) ?? false)

interface Insertion {
  readonly at: number
  readonly text: string
}

const marksOf = (node: Marked, file: string): readonly [before: Insertion, after: Insertion] => {
  const { body } = node
  const begin = `${markName}(${JSON.stringify(file)},${JSON.stringify(nameOf(node))},${isAsync(node) ? 'async' : ''}()=>`
  return ts.isBlock(body)
    ? [
        { at: body.getStart() + 1, text: `return ${begin}{` },
        { at: body.getEnd() - 1, text: '})' },
      ]
    : [
        { at: body.getStart(), text: `${begin}(` },
        { at: body.getEnd(), text: '))' },
      ]
}

const marksIn = (node: ts.Node, file: string): Insertion[] => {
  const inside: Insertion[] = []
  ts.forEachChild(node, (child) => {
    inside.push(...marksIn(child, file))
  })
  if (!isMarked(node)) return inside
  const [before, after] = marksOf(node, file)
  return [...inside.filter(({ at }) => at < before.at), before, ...inside.filter(({ at }) => at >= before.at), after]
}

/** A source whose functions run their bodies through `globalThis[markName](file, name, body)`. */
export const markFunctions = (source: string, file: string): string => {
  const parsed = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true)
  let [marked, from] = ['', 0]
  for (const { at, text } of marksIn(parsed, file)) {
    marked += source.slice(from, at) + text
    from = at
  }
  return marked + source.slice(from)
}
