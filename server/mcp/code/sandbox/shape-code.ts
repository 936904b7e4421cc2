import { type AnyNode, type Expression, type Node, parse, type Statement } from 'acorn'

/** The names of the guest's functions that register promises: those that nobody keeps, and those that are kept and perhaps never awaited. */
export const trackName = '$patchbay_track'
export const keepName = '$patchbay_keep'

interface Insertion {
  readonly at: number
  readonly text: string
}

const isNode = (value: unknown): value is AnyNode =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

const functions: readonly string[] = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']
const isFunction = ({ type }: Node): boolean => functions.includes(type)

const listChildren = (node: AnyNode): readonly AnyNode[] => Object.values(node).flat().filter(isNode)

/** True if the body itself returns, outside of the functions in it. */
const returns = (node: AnyNode): boolean =>
  node.type === 'ReturnStatement' || (!isFunction(node) && listChildren(node).some(returns))

/** Methods whose results nobody wants: they end many programs that forgot to return. */
const forSideEffects: readonly string[] = ['push', 'unshift', 'forEach', 'set', 'add', 'delete']

const hasResult = (expression: Expression): boolean => {
  if (expression.type === 'AwaitExpression') return hasResult(expression.argument)
  if (expression.type !== 'CallExpression')
    return !['AssignmentExpression', 'UpdateExpression'].includes(expression.type)
  const { callee } = expression
  return !(
    callee.type === 'MemberExpression' &&
    callee.property.type === 'Identifier' &&
    forSideEffects.includes(callee.property.name)
  )
}

/** A function gets the parameters if it has a parameter of such a name, else everything that there is. */
const forParameters = /^(?:parameters|params|input|args|data)$/
const everything = '{ call, parameters, log, sleep }'

const chooseArgument = (node: AnyNode): string => {
  const [first] = (node as Extract<AnyNode, { params: unknown }>).params
  return first?.type === 'Identifier' && forParameters.test(first.name) ? 'parameters' : everything
}

/** The function that the last statement declares, with its name. */
const findDeclaredFunction = (last: AnyNode): { readonly name: string; readonly node: AnyNode } | undefined => {
  if (last.type === 'FunctionDeclaration') return { name: last.id?.name ?? '', node: last }
  const [declared, ...others] = last.type === 'VariableDeclaration' ? last.declarations : []
  if (!declared?.init || others.length > 0 || declared.id.type !== 'Identifier') return undefined
  return isFunction(declared.init) ? { name: declared.id.name, node: declared.init } : undefined
}

/** The end of a statement's expression. */
const endOf = (code: string, { end }: Node): number => (code[end - 1] === ';' ? end - 1 : end)

/** The insertions that make the last statement's value the result of code that returns nothing. */
const findResult = (code: string, body: readonly Statement[]): readonly Insertion[] => {
  const last = body.at(-1)
  if (!last || body.some(returns)) return []
  const declared = findDeclaredFunction(last)
  if (declared) return [{ at: last.end, text: `\nreturn await ${declared.name}(${chooseArgument(declared.node)})` }]
  if (last.type !== 'ExpressionStatement' || !hasResult(last.expression)) return []
  const { expression } = last
  const called = isFunction(expression) ? `(${chooseArgument(expression)})` : ''
  return [
    { at: last.start, text: 'return (' },
    { at: endOf(code, last), text: `)${called}` },
  ]
}

/** Expressions that may make a promise. */
const makers: readonly string[] = [
  'CallExpression',
  'NewExpression',
  'ChainExpression',
  'ConditionalExpression',
  'LogicalExpression',
]

/** The expressions of a statement whose values, which may be promises, are lost. */
const findLost = (expression: Expression): readonly Expression[] => {
  if (makers.includes(expression.type)) return [expression]
  if (expression.type === 'UnaryExpression' && expression.operator === 'void') return findLost(expression.argument)
  return expression.type === 'SequenceExpression' ? expression.expressions.flatMap(findLost) : []
}

/** Methods that keep what they are given. */
const forKeeping: readonly string[] = ['push', 'unshift', 'set', 'add']

/** The expressions in a node whose values go into a variable, a list or an object. */
const listStored = (node: AnyNode): readonly (AnyNode | null | undefined)[] => {
  if (node.type === 'VariableDeclarator') return [node.init]
  if (node.type === 'AssignmentExpression') return [node.right]
  if (node.type === 'Property') return [node.value]
  if (node.type === 'ArrayExpression') return node.elements
  const isKeeping =
    node.type === 'CallExpression' &&
    node.callee.type === 'MemberExpression' &&
    node.callee.property.type === 'Identifier' &&
    forKeeping.includes(node.callee.property.name)
  return isKeeping ? node.arguments : []
}

const wrap = ({ start, end }: Node, name: string, inside: readonly Insertion[] = []): readonly Insertion[] => [
  { at: start, text: `${name}(` },
  ...inside,
  { at: end, text: ')' },
]

/** The insertions that tell the guest of values which may be promises that nobody awaits. */
const findTracked = (node: AnyNode): readonly Insertion[] => {
  const lost = node.type === 'ExpressionStatement' && node.directive === undefined ? findLost(node.expression) : []
  const stored = listStored(node).filter((one) => one && makers.includes(one.type)) as readonly AnyNode[]
  return [
    ...lost.map((one) => wrap(one, trackName)),
    ...stored.map((one) => wrap(one, keepName)),
    ...listChildren(node).map(findTracked),
  ].flat()
}

const insert = (code: string, insertions: readonly Insertion[]): string => {
  const ordered = insertions.toSorted((one, other) => one.at - other.at)
  const ends = [...ordered.map(({ at }) => at), code.length]
  return ordered.reduce(
    (marked, { at, text }, index) => marked + text + code.slice(at, ends[index + 1]),
    code.slice(0, ends[0]),
  )
}

/** The statements of the block that holds the code. */
const parseBody = (wrapped: string): readonly Statement[] => {
  const [statement] = parse(wrapped, { ecmaVersion: 'latest' }).body
  const expression = statement?.type === 'ExpressionStatement' ? statement.expression : undefined
  const body =
    expression?.type === 'ArrowFunctionExpression' && expression.body.type === 'BlockStatement'
      ? expression.body.body
      : []
  return body.length === 1 && body[0]?.type === 'BlockStatement' ? body[0].body : []
}

/**
 * The function whose body is the code, with a `return` for its last expression or the function that it ends with, if it has none, and with
 * marks at values that may be promises which nobody awaits. Each statement stays in its line. What can't be parsed stays as it is: the engine says what is
 * wrong with it.
 */
export const shapeCode = (wrapped: string): string => {
  try {
    const body = parseBody(wrapped)
    const result = findResult(wrapped, body)
    const isReturned = ({ start }: Node): boolean => result.length > 1 && start === result[0]?.at
    const tracked = body.flatMap((statement) => (isReturned(statement) ? [] : findTracked(statement)))
    return insert(wrapped, [...result, ...tracked])
  } catch {
    return wrapped
  }
}
