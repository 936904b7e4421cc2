import ts from 'typescript'

/** One change of a source that a test should notice. */
export interface Mutant {
  /** Relative to the repository. */
  readonly file: string
  readonly line: number
  readonly operator: 'negate a condition' | 'drop a statement' | 'one more' | 'one less' | 'swap a constant'
  readonly before: string
  readonly after: string
  /** Offset of `before` in the source. */
  readonly start: number
  /** It is in no function: it runs once, when the module is loaded. */
  readonly runsAtLoad: boolean
}

type Change = Pick<Mutant, 'operator' | 'after'> & { readonly node: ts.Node }

const swapped: ReadonlyMap<ts.SyntaxKind, string> = new Map([
  [ts.SyntaxKind.TrueKeyword, 'false'],
  [ts.SyntaxKind.FalseKeyword, 'true'],
])

/** A loop whose condition is always true would only run into its time. */
const conditionOf = (node: ts.Node): ts.Expression | undefined => {
  if (ts.isIfStatement(node)) return node.expression
  return ts.isConditionalExpression(node) ? node.condition : undefined
}

/** Types and the names of members are not run. */
const isRun = ({ parent }: ts.Node): boolean => parent !== undefined && !ts.isLiteralTypeNode(parent)

const changesAt = (node: ts.Node): readonly Change[] => {
  const condition = conditionOf(node)
  if (condition) return [{ operator: 'negate a condition', node: condition, after: `!(${condition.getText()})` }]
  // Something must stand where a body is one statement.
  if (ts.isExpressionStatement(node)) return [{ operator: 'drop a statement', node, after: ';' }]
  if (!isRun(node)) return []
  const constant = swapped.get(node.kind)
  if (constant) return [{ operator: 'swap a constant', node, after: constant }]
  if (!ts.isNumericLiteral(node) || ts.isPropertyAssignment(node.parent)) return []
  return [
    { operator: 'one more', node, after: `(${node.getText()} + 1)` },
    { operator: 'one less', node, after: `(${node.getText()} - 1)` },
  ]
}

/** A member of a class is set when an object is made, not when the module is loaded. */
const runsLater = (node: ts.Node): boolean => ts.isFunctionLike(node) || ts.isPropertyDeclaration(node)

/** All mutants of a source, in its order. */
export const findMutants = (file: string, source: string): readonly Mutant[] => {
  const parsed = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true)
  const found: Mutant[] = []
  const visit = (node: ts.Node, runsAtLoad: boolean): void => {
    for (const { node: changed, operator, after } of changesAt(node)) {
      const start = changed.getStart()
      const line = parsed.getLineAndCharacterOfPosition(start).line + 1
      found.push({ file, line, operator, before: changed.getText(), after, start, runsAtLoad })
    }
    if (!ts.isTypeNode(node) && !ts.isInterfaceDeclaration(node) && !ts.isTypeAliasDeclaration(node))
      node.forEachChild((child) => visit(child, runsAtLoad && !runsLater(node)))
  }
  visit(parsed, true)
  return found
}

/** A piece of text that is put into a source. */
interface Insertion {
  readonly at: number
  readonly text: string
  /** Order of insertions at one place, lowest first: an outer range opens before an inner one, and closes after it. */
  readonly rank: number
}

/** The texts before and after a place that is changed only while its mutant is on. */
const surround = (n: number, { operator }: Mutant): readonly [string, string] => {
  // A thread or a process without the switches runs the source as it was.
  const isOn = `(globalThis.isMutantOn?.(${n}) ?? false)`
  if (operator === 'drop a statement') return [`{ if (!${isOn}) { `, ' } }']
  if (operator === 'one more') return ['(', ` + (${isOn} ? 1 : 0))`]
  if (operator === 'one less') return ['(', ` - (${isOn} ? 1 : 0))`]
  return [`(${isOn} !== Boolean(`, '))']
}

/**
 * The source with all its mutants in it, by their numbers. Each asks `globalThis.isMutantOn` when it is run, and changes nothing unless that says so:
 * the answers may differ between the tests of one process, and asking tells which tests reach what. The mutants may lie within each other.
 */
export const applySwitches = (source: string, mutants: ReadonlyMap<number, Mutant>): string => {
  const insertions = [...mutants].flatMap(([n, mutant]): Insertion[] => {
    const { before, start } = mutant
    const end = start + before.length
    const [open, close] = surround(n, mutant)
    return [
      { at: start, text: open, rank: -end },
      { at: end, text: close, rank: -start - source.length },
    ]
  })
  // Of two mutants of one range, the one that opens first closes last.
  const nth = new Map(insertions.map((insertion, index) => [insertion, index % 2 === 0 ? index : -index]))
  insertions.sort(
    (one, other) => one.at - other.at || one.rank - other.rank || (nth.get(one) ?? 0) - (nth.get(other) ?? 0),
  )
  let [switched, from] = ['', 0]
  for (const { at, text } of insertions) {
    switched += source.slice(from, at) + text
    from = at
  }
  return switched + source.slice(from)
}

/** The mutant in one line. */
export const describe = ({ file, line, operator, before, after }: Mutant): string =>
  `${file}:${line}: ${operator}: ${before.replace(/\s+/g, ' ').slice(0, 90)} -> ${after.replace(/\s+/g, ' ').slice(0, 90)}`
