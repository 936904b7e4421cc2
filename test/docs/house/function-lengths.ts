import ts from 'typescript'
import { parseSource, type SourceFile } from './source-files.ts'

/** A function of so many lines, with the file and the line where it begins. */
export interface LongFunction {
  readonly place: string
  readonly name: string
  readonly lines: number
}

const nameOf = (node: ts.FunctionLikeDeclaration): string => {
  if (node.name) return node.name.getText()
  const { parent } = node
  return ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent) ? parent.name.getText() : 'unnamed'
}

/** The functions of more than `most` lines, the longest first. One that stands within another is counted for itself, too. */
export const findLongFunctions = (files: readonly SourceFile[], most: number): readonly LongFunction[] =>
  files
    .flatMap((file) => {
      const { path } = file
      const source = parseSource(file)
      const lineAt = (position: number): number => source.getLineAndCharacterOfPosition(position).line + 1
      const found: LongFunction[] = []
      const visit = (node: ts.Node): void => {
        if (ts.isFunctionLike(node) && 'body' in node && node.body) {
          const [begin, end] = [lineAt(node.getStart()), lineAt(node.getEnd())]
          if (end - begin >= most) found.push({ place: `${path}:${begin}`, name: nameOf(node), lines: end - begin + 1 })
        }
        ts.forEachChild(node, visit)
      }
      visit(source)
      return found
    })
    .sort((one, other) => other.lines - one.lines)
