import { ts } from 'ts-morph'
import {
  callee,
  type Expression,
  isCallExpression,
  isMembers,
  isNoted,
  isTemplate,
  notes,
  type ObjectExpression,
  tag,
} from './expression.ts'

/** An expression on one line. TypeScript's printer quotes its texts, and escapes all but printable ASCII. */
export const printValue = (value: Expression): string =>
  // The printer would put a space between a tag and its template.
  isTemplate(value) ? `${value[tag]}${printNode(makeTemplate(value.texts, value.values))}` : printNode(makeNode(value))

const printNode = (node: ts.Node): string => printer.printNode(ts.EmitHint.Unspecified, node, blank)

/** A name as the key of an object or interface: in quotes unless it is an identifier. */
export const printKey = (name: string): string => (isIdentifier(name) ? name : printValue(name))

/** Members on one line, as messages show them: `probe: { action: 'get_me', params: {} },`. */
export const printMembers = (members: ObjectExpression): string =>
  Object.entries(members)
    .map(([name, value]) => `${printKey(name)}: ${printValue(value)},`)
    .join(' ')

/** A member as lines of a file, as the formatter has them: what doesn't fit on one line has its members below each other. */
export const printMember = (name: string, value: Expression, indentation: string): string[] => {
  if (isNoted(value)) {
    // A line break would end the comment.
    const comments = value[notes].map((line) => `${indentation}// ${line.replaceAll(/[^ -~]/g, ' ')}`)
    return [...comments, ...printMember(name, value.value, indentation)]
  }
  const begin = `${indentation}${printKey(name)}: `
  const line = `${begin}${printValue(value)},`
  const inner = isCallExpression(value) ? value.args[0] : value
  if ((line.length <= width && !hasNotes(value)) || inner === undefined || !isMembers(inner)) return [line]
  const [open, close] = isCallExpression(value) ? [`${value[callee]}({`, '}),'] : ['{', '},']
  const members = Object.entries(inner).flatMap(([one, member]) => printMember(one, member, `${indentation}  `))
  return [`${begin}${open}`, ...members, `${indentation}${close}`]
}

const width = 120
const printer = ts.createPrinter({ removeComments: true })
const blank = ts.createSourceFile('blank.ts', '', ts.ScriptTarget.Latest)

const isIdentifier = (name: string): boolean => /^[a-z_$][\w$]*$/i.test(name)

const hasNotes = (value: Expression): boolean =>
  typeof value === 'object' &&
  (isNoted(value) || Object.values(isCallExpression(value) ? value.args : value).some(hasNotes))

const makeNode = (value: Expression): ts.Expression => {
  const { factory } = ts
  if (typeof value === 'string') return makeText(value)
  if (typeof value === 'boolean') return value ? factory.createTrue() : factory.createFalse()
  if (typeof value === 'number') return makeNumber(value)
  if (isNoted(value)) return makeNode(value.value)
  if (isCallExpression(value)) {
    return factory.createCallExpression(factory.createIdentifier(value[callee]), undefined, value.args.map(makeNode))
  }
  if (isTemplate(value)) {
    const name = factory.createIdentifier(value[tag])
    return factory.createTaggedTemplateExpression(name, undefined, makeTemplate(value.texts, value.values))
  }
  return isMembers(value) ? makeObject(value) : factory.createArrayLiteralExpression(value.map(makeNode))
}

const makeText = (text: string): ts.StringLiteral => ts.factory.createStringLiteral(text, true)

const makeNumber = (value: number): ts.Expression => {
  const size = ts.factory.createNumericLiteral(Math.abs(value))
  return value < 0 ? ts.factory.createPrefixUnaryExpression(ts.SyntaxKind.MinusToken, size) : size
}

const makeObject = (members: ObjectExpression): ts.Expression =>
  ts.factory.createObjectLiteralExpression(
    Object.entries(members).map(([name, value]) =>
      ts.factory.createPropertyAssignment(makeName(name), makeNode(value)),
    ),
  )

const makeName = (name: string): ts.PropertyName => {
  // A plain `__proto__` key would set the object's prototype.
  if (name === '__proto__') return ts.factory.createComputedPropertyName(makeText(name))
  return isIdentifier(name) ? ts.factory.createIdentifier(name) : makeText(name)
}

const makeTemplate = ([first = '', ...texts]: readonly string[], values: readonly string[]): ts.TemplateExpression => {
  const { factory } = ts
  const spans = texts.map((text, i) => {
    const end = i === texts.length - 1 ? factory.createTemplateTail(text) : factory.createTemplateMiddle(text)
    return factory.createTemplateSpan(makeText(values[i] ?? ''), end)
  })
  return factory.createTemplateExpression(factory.createTemplateHead(first), spans)
}
