import ts from 'typescript'
import type { SourceFile } from './source-files.ts'

/** Functions that call their callback later and ignore its result. */
const callers = new Set([
  'setTimeout',
  'setInterval',
  'setImmediate',
  'queueMicrotask',
  'addEventListener',
  'on',
  'once',
  'forEach',
])
const chains = new Set(['then', 'catch', 'finally'])

const findCalled = ({ expression }: ts.CallExpression): string =>
  ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText()

const isAsync = (node: ts.Node): boolean =>
  (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) &&
  (ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword) ?? false)

const endsProcess = '(error) => { console.error(error) process.exit(1) }'

/** `.then(one, other)`, where neither does more than tell, and `.catch(() => undefined)`: whoever wrote it had the failure in mind. */
const isComplete = (call: ts.CallExpression): boolean =>
  findCalled(call) === 'then'
    ? call.arguments.length === 2
    : ['() => undefined', endsProcess].includes(call.arguments[0]?.getText().replaceAll(/\s+/g, ' ') ?? '')

/**
 * Places where a promise may reject unheard, though a lint takes it for handled: an async callback whose caller ignores its result, and a
 * chain whose last handler may throw. Work that nobody waits for goes through `inBackground`.
 */
export const findUnheardPromises = ({ path, text }: Pick<SourceFile, 'path' | 'text'>): string[] => {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const add = (node: ts.Node): void => {
    found.push(`${path}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`)
  }
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && callers.has(findCalled(node)) && node.arguments.some(isAsync)) add(node)
    const statement = ts.isExpressionStatement(node) ? node.expression : undefined
    if (statement && ts.isCallExpression(statement) && chains.has(findCalled(statement)) && !isComplete(statement))
      add(node)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}
