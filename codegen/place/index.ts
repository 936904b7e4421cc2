import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import type { Problem } from '../problem.ts'
import { declarationAt, definitionNode, lineOf } from './find.ts'

/** The problems with the lines to change, where the sources show them. */
export const placed = (root: string, problems: readonly Problem[]): Problem[] => {
  const sources = new Map<string, ts.SourceFile | undefined>()
  const sourceOf = (file: string): ts.SourceFile | undefined => {
    if (!sources.has(file)) sources.set(file, parsed(join(root, file)))
    return sources.get(file)
  }
  return problems.map((problem) => {
    const source = sourceOf(problem.file)
    return source ? inSource(source, problem) : problem
  })
}

const parsed = (file: string): ts.SourceFile | undefined =>
  /\.[cm]?[jt]s$/.test(file) && statSync(file, { throwIfNoEntry: false })?.isFile()
    ? ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest)
    : undefined

const inSource = (source: ts.SourceFile, problem: Problem): Problem => {
  // Thrown while the file was loaded: the line is known, the action is what is declared there.
  if (problem.line !== undefined) return { action: declarationAt(source, problem.line), ...problem }
  if (problem.member === undefined) return problem
  const node = definitionNode(source, problem.name, problem.member)
  return node ? { ...problem, line: lineOf(source, node) } : problem
}
