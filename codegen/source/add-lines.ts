import { Node, type ObjectLiteralExpression, type SourceFile, ts } from 'ts-morph'
import { type Expression, isMembers, type ObjectExpression } from './expression.ts'
import { printMember } from './print.ts'
import { readPropertyName } from './source-file.ts'

/** Whole lines that are put into a file. No existing line is changed, because its author wouldn't expect that. */
export interface AddedLines {
  readonly position: number
  readonly lines: readonly string[]
}

interface AddedMembers {
  readonly added: readonly AddedLines[]
  readonly done: ObjectExpression
  /** Members that can't be added without changing a line, or that the file seems to have in another form. */
  readonly left: ObjectExpression
}

/** The text with the lines added; each ends as the line before it does. */
export const withLines = (text: string, added: readonly AddedLines[]): string =>
  added
    .toSorted((a, b) => b.position - a.position)
    .reduce((before, { position, lines }) => {
      const lineBreak = /(?:\r\n|\r|\n)$/.exec(before.slice(0, position))?.[0] ?? '\n'
      return before.slice(0, position) + lines.map((line) => line + lineBreak).join('') + before.slice(position)
    }, text)

/**
 * Adds the members that an object lacks, also inside members that are objects in both. `others`: names that the object has,
 * written out or not.
 */
export const addMembers = (
  object: ObjectLiteralExpression,
  members: ObjectExpression,
  others?: readonly string[],
): AddedMembers => {
  const results = Object.entries(members).map(([name, value]) => addMember(object, name, value, others))
  return {
    added: results.flatMap(({ added }) => added),
    done: Object.assign({}, ...results.map(({ done }) => done)),
    left: Object.assign({}, ...results.map(({ left }) => left)),
  }
}

const addMember = (
  object: ObjectLiteralExpression,
  name: string,
  value: Expression,
  others?: readonly string[],
): AddedMembers => {
  const isOpen = object.getProperties().some((property) => readPropertyName(property) === undefined)
  const property = object.getProperties().find((one) => readPropertyName(one) === name)
  const inner = Node.isPropertyAssignment(property) ? property.getInitializer() : undefined
  if (Node.isObjectLiteralExpression(inner) && isMembers(value)) {
    const { added, done, left } = addMembers(inner, value)
    const within = (some: ObjectExpression): ObjectExpression => (Object.keys(some).length > 0 ? { [name]: some } : {})
    return { added, done: within(done), left: within(left) }
  }
  const mayHaveIt = isOpen && (others === undefined || others.includes(name))
  // Spread members must win over added ones, so the added ones come first.
  const position = property || mayHaveIt ? undefined : findLine(object, isOpen)
  if (position === undefined) return { added: [], done: {}, left: { [name]: value } }
  return {
    added: [{ position, lines: printMember(name, value, readIndentation(object)) }],
    done: { [name]: value },
    left: {},
  }
}

/** The position of a new line in the object: below its last member that ends with a comma, or below its brace. */
const findLine = (object: ObjectLiteralExpression, isFirst: boolean): number | undefined => {
  const text = object.getSourceFile().getFullText()
  const commas = object
    .getProperties()
    .flatMap((property) => property.getNextSiblingIfKind(ts.SyntaxKind.CommaToken)?.getEnd() ?? [])
  const ends = [object.getStart() + 1, ...(isFirst ? [] : commas)]
  return ends.flatMap((end) => findNextLine(text, end) ?? []).at(-1)
}

/** The start of the next line if only comments stand before it; `undefined` otherwise. */
export const findNextLine = (text: string, from: number): number | undefined => {
  const end = ts.getTrailingCommentRanges(text, from)?.at(-1)?.end ?? from
  const [rest] = /^[ \t]*(?:\r\n|\r|\n)/.exec(text.slice(end)) ?? []
  return rest === undefined ? undefined : end + rest.length
}

/** The indentation of an object's members: that of the first member that begins a line. */
const readIndentation = (object: ObjectLiteralExpression): string => {
  const indentations = object
    .getProperties()
    .flatMap((property) => readBegin(property.getSourceFile(), property.getStart()) ?? [])
  return indentations[0] ?? `${/^\s*/.exec(readLine(object.getSourceFile(), object.getStart()))?.[0] ?? ''}  `
}

const readLine = (source: SourceFile, position: number): string =>
  source
    .getFullText()
    .slice(0, position)
    .split(/[\r\n]/)
    .at(-1) ?? ''

/** The white space before a position in its line; `undefined` if there is anything else. */
const readBegin = (source: SourceFile, position: number): string | undefined => {
  const line = readLine(source, position)
  return line.trim() === '' ? line : undefined
}
