import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'

/** A name of another file, as an `import` or an `export … from` takes it; `*`: all of them. */
interface Link {
  readonly file: string
  readonly name: string
  /** The name under which an `export … from` hands it on. */
  readonly exportedAs?: string
}

type Statement = ts.ImportDeclaration | ts.ExportDeclaration

const isTypeOnly = (statement: Statement): boolean =>
  (ts.isImportDeclaration(statement) ? statement.importClause?.isTypeOnly : statement.isTypeOnly) ?? false

const namesOf = (statement: Statement): Omit<Link, 'file'>[] => {
  const names = ts.isImportDeclaration(statement) ? statement.importClause?.namedBindings : statement.exportClause
  if (!names || !('elements' in names)) return [{ name: '*' }]
  return [...names.elements]
    .filter((element) => !element.isTypeOnly)
    .map(({ name, propertyName }) => ({ name: (propertyName ?? name).text, exportedAs: name.text }))
}

/** What a file takes of others as values: a type leaves nothing at run time. */
const linksIn = (file: string): Link[] => {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest)
  return source.statements
    .filter((statement) => ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement))
    .filter((statement) => !isTypeOnly(statement))
    .flatMap((statement) => {
      const { moduleSpecifier } = statement
      if (!moduleSpecifier || !ts.isStringLiteral(moduleSpecifier) || !moduleSpecifier.text.startsWith('.')) return []
      const target = join(dirname(file), moduleSpecifier.text)
      return namesOf(statement).map((name) => ({ ...name, file: target }))
    })
}

/** `export * from` may hand on any name. */
const mayExport = ({ exportedAs }: Link, name: string): boolean =>
  name === '*' || exportedAs === undefined || exportedAs === name

/**
 * The files that a reader of `start` opens to follow it in full: those that it reaches by values, itself included. An
 * `index.ts` isn't opened: its exports lead on to the file that has the name.
 */
export const reachedFiles = (start: string): string[] => {
  const reached = new Set<string>()
  const visit = ({ file, name }: Link): void => {
    if (file.endsWith('/index.ts')) {
      for (const link of linksIn(file)) if (mayExport(link, name)) visit(link)
      return
    }
    if (reached.has(file)) return
    reached.add(file)
    for (const link of linksIn(file)) visit(link)
  }
  visit({ file: start, name: '*' })
  return [...reached]
}
