import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

/** The functions of a file in `core/call` that `docs/call-functions.md` quotes, in the order of the page. */
interface Quoted {
  readonly file: string
  readonly names: readonly string[]
}

const quoted: readonly Quoted[] = [
  { file: 'call.ts', names: ['call'] },
  { file: 'receive/receive-call.ts', names: ['receiveCall'] },
  { file: 'courses/mode.ts', names: ['chooseMode'] },
  { file: 'courses/course.ts', names: ['findCourse'] },
  { file: 'courses/carry-out.ts', names: ['sendIt'] },
  { file: 'courses/send-call.ts', names: ['sendCall', 'sendAs'] },
]

const folder = join(import.meta.dirname, '../../core/call')

const declares = (node: ts.Node, name: string): boolean => {
  if (ts.isFunctionDeclaration(node)) return node.name?.text === name
  return (
    ts.isVariableStatement(node) && node.declarationList.declarations.some((found) => found.name.getText() === name)
  )
}

const find = (node: ts.Node, name: string): ts.Node | undefined =>
  declares(node, name) ? node : ts.forEachChild(node, (child) => find(child, name))

/** A function of a source, with the comments above it. Throws Error for one that isn't there. */
const functionIn = (source: ts.SourceFile, name: string): ts.Node => {
  const found = find(source, name)
  if (found) return found
  throw new Error(
    `core/call/${source.fileName} has no function ${name}: name its successor in test/docs/quoted-calls.ts`,
  )
}

/** Without the indentation of the closure that the functions stand in. */
const outdented = (text: string): string => {
  const lines = text
    .replace(/^\s*\n/, '')
    .trimEnd()
    .split('\n')
  const depth = /^ */.exec(lines[0] ?? '')?.[0].length ?? 0
  return lines.map((line) => line.slice(line.slice(0, depth).trim() === '' ? depth : 0)).join('\n')
}

/** Functions of a source as Markdown. */
export const quote = (file: string, text: string, names: readonly string[]): string => {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  return ['```ts', names.map((name) => outdented(functionIn(source, name).getFullText())).join('\n\n'), '```'].join(
    '\n',
  )
}

const readText = (file: string): string => readFileSync(join(folder, file), 'utf8')

/** The quotations in `docs/call-functions.md`, as Markdown, each under the file that it is of. */
export const quotation = (): string =>
  quoted
    .map(({ file, names }) => `[core/call/${file}](../core/call/${file}):\n\n${quote(file, readText(file), names)}`)
    .join('\n\n')

const callsIn = (node: ts.Node): string[] => {
  const inside: string[] = []
  ts.forEachChild(node, (child) => {
    inside.push(...callsIn(child))
  })
  return ts.isCallExpression(node) ? [...inside, node.expression.getText()] : inside
}

/** The calls that a quoted function makes, by its name, in the order in which they are evaluated: arguments first. */
export const callsOfQuoted = (): ReadonlyMap<string, readonly string[]> =>
  new Map(
    quoted.flatMap(({ file, names }) => {
      const source = ts.createSourceFile(file, readText(file), ts.ScriptTarget.Latest, true)
      return names.map((name) => [name, callsIn(functionIn(source, name))] as const)
    }),
  )
