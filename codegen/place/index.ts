import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { SourceFile } from 'ts-morph'
import type { Problem } from '../model/problem.ts'
import { parseSource } from '../source/source-file.ts'
import { declarationAt, definitionNode } from './find.ts'

/** The problems with the lines to change, where the sources show them. */
export const locateProblems = (root: string, problems: readonly Problem[]): Problem[] => {
  const sources = new Map<string, SourceFile | undefined>()
  const openSource = (file: string): SourceFile | undefined => {
    if (!sources.has(file)) sources.set(file, readSource(join(root, file)))
    return sources.get(file)
  }
  return problems.map((problem) => {
    const source = openSource(problem.file)
    return source ? placeInSource(source, problem) : problem
  })
}

const readSource = (file: string): SourceFile | undefined =>
  /\.[cm]?[jt]s$/.test(file) && statSync(file, { throwIfNoEntry: false })?.isFile()
    ? parseSource(file, readFileSync(file, 'utf8'))
    : undefined

const placeInSource = (source: SourceFile, problem: Problem): Problem => {
  // Thrown while the file was loaded: the line is known, the action is what is declared there.
  if (problem.line !== undefined) return { action: declarationAt(source, problem.line), ...problem }
  if (problem.member === undefined) return problem
  const node = definitionNode(source, problem.name, problem.member)
  return node ? { ...problem, line: node.getStartLineNumber() } : problem
}
