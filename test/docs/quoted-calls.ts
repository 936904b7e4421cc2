import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

/** What `docs/call.md` quotes of `core/call/call.ts`, in the order of the page. */
const quoted = ['call', 'askProvider', 'sendAs']
const file = join(import.meta.dirname, '../../core/call/call.ts')

const declares = (node: ts.Node, name: string): boolean => {
  if (ts.isFunctionDeclaration(node)) return node.name?.text === name
  return (
    ts.isVariableStatement(node) && node.declarationList.declarations.some((found) => found.name.getText() === name)
  )
}

const find = (node: ts.Node, name: string): ts.Node | undefined =>
  declares(node, name) ? node : ts.forEachChild(node, (child) => find(child, name))

/** The three functions of a source, with the comments above them. Throws Error for one that isn't there. */
const functionsIn = (text: string): readonly ts.Node[] => {
  const source = ts.createSourceFile('call.ts', text, ts.ScriptTarget.Latest, true)
  return quoted.map((name) => {
    const found = find(source, name)
    if (!found)
      throw new Error(`core/call/call.ts has no function ${name}: name its successor in test/docs/quoted-calls.ts`)
    return found
  })
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

/** The quotation in `docs/call.md`, as Markdown. */
export const quotation = (text = readFileSync(file, 'utf8')): string =>
  [
    '```ts',
    functionsIn(text)
      .map((found) => outdented(found.getFullText()))
      .join('\n\n'),
    '```',
  ].join('\n')

const callsIn = (node: ts.Node): string[] => {
  const inside: string[] = []
  ts.forEachChild(node, (child) => {
    inside.push(...callsIn(child))
  })
  return ts.isCallExpression(node) ? [...inside, node.expression.getText()] : inside
}

/** What each of the quoted functions calls, in the order in which that is evaluated: arguments first. */
export const callsOfQuoted = (): readonly (readonly string[])[] => functionsIn(readFileSync(file, 'utf8')).map(callsIn)
