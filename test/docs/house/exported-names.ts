import ts from 'typescript'
import { parseSource, type SourceFile } from './source-files.ts'

const isExported = (statement: ts.Statement): boolean =>
  ts.canHaveModifiers(statement) &&
  (ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false)

const listDeclared = (statement: ts.Statement): string[] => {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []))
  }
  const { name } = statement as ts.DeclarationStatement
  return name && ts.isIdentifier(name) ? [name.text] : []
}

/** The names that a file declares and exports; what it merely passes on is declared elsewhere. */
export const listExportedNames = (file: Pick<SourceFile, 'path' | 'text'>): string[] => {
  const { statements } = parseSource(file)
  return [...new Set(statements.filter(isExported).flatMap(listDeclared))]
}

/** The two drivers of the store say the same by the same words: a name that both declare has one meaning. */
const nameMeaning = (path: string): string => path.replace(/^server\/store\/(sqlite|mongo)\/.*/, 'server/store')

/** Exported names with several meanings, and where each is declared. */
export const findAmbiguousNames = (
  files: readonly Pick<SourceFile, 'path' | 'text'>[],
): ReadonlyMap<string, readonly string[]> => {
  const declaredIn = new Map<string, string[]>()
  for (const file of files) {
    for (const name of listExportedNames(file)) declaredIn.set(name, [...(declaredIn.get(name) ?? []), file.path])
  }
  return new Map([...declaredIn].filter(([, paths]) => new Set(paths.map(nameMeaning)).size > 1).sort())
}
