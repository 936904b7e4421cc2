/**
 * Reads the threat table of `docs/security.md` and finds the rows that no test shows: each row links to a test file, and
 * the text of a link is a title in that file, or the file's own name.
 */
import { basename, dirname, join } from 'node:path'
import ts from 'typescript'

export interface ThreatRow {
  readonly line: number
  /** Who, what they try, how it is met, and the links to the tests. */
  readonly cells: readonly string[]
}

/** The sources against which a row is checked. */
export interface Surroundings {
  /** The table's page; the links start from it. */
  readonly page: string
  /** The files that some project of Vitest runs, from the root of the repository. */
  readonly testFiles: ReadonlySet<string>
  readonly read: (path: string) => string
}

const columns = ['who', 'what they try', 'how it is met', 'test']

/** The rows of every table with the four columns. Throws Error where the page has none. */
export const readThreats = (markdown: string): readonly ThreatRow[] => {
  const rows: ThreatRow[] = []
  let inTable = false
  for (const [index, text] of markdown.split('\n').entries()) {
    const cells = text.startsWith('|')
      ? text
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim())
      : []
    if (cells.length === 0) inTable = false
    else if (cells.join() === columns.join()) inTable = true
    else if (inTable && !/^:?-+:?$/.test(cells[0] ?? '')) rows.push({ line: index + 1, cells })
  }
  if (rows.length === 0) throw new Error(`the page has no table with the columns ${columns.join(', ')}`)
  return rows
}

/** `[a title](../test/file.test.ts)`; a title may hold brackets that are closed again. */
const linkPattern = /\[((?:[^[\]]|\[[^[\]]*\])+)\]\(([^()\s]+)\)/g

/** Everything that is wrong with the rows, one line each; none: each row has a test, and each attack has a row. */
export const findUnshown = (rows: readonly ThreatRow[], surroundings: Surroundings): readonly string[] => {
  const named = new Set<string>()
  const faults = rows.flatMap(({ line, cells }) => {
    const at = `${surroundings.page}:${line}`
    if (cells.length !== columns.length || cells.includes(''))
      return [`${at}: a row has four cells, none of them empty`]
    const links = [...(cells[3] ?? '').matchAll(linkPattern)]
    if (links.length === 0) return [`${at}: the last cell has no link of the form [title](../test/file.test.ts)`]
    return links.flatMap(([, title = '', target = '']) => {
      const file = join(dirname(surroundings.page), target)
      named.add(file)
      const fault = faultOfLink(title, file, surroundings)
      return fault ? [`${at}: ${fault}`] : []
    })
  })
  const attacks = [...surroundings.testFiles].filter((file) => file.startsWith('test/attacks/') && !named.has(file))
  return [...faults, ...attacks.map((file) => `${file} is named by no row of ${surroundings.page}`)]
}

const faultOfLink = (title: string, file: string, { testFiles, read }: Surroundings): string | undefined => {
  if (!testFiles.has(file)) return `${file} is not a file that the test run has`
  const isTitle = title === basename(file) || titlesOf(read(file)).has(title)
  return isTitle ? undefined : `${file} has no test or describe with the title "${title}"`
}

/** The literal titles of all `describe`, `test` and `it` of a file, without the ids of requirements at their end. */
export const titlesOf = (source: string): ReadonlySet<string> => {
  const titles = new Set<string>()
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && /^(describe|test|it)$/.test(rootName(node.expression))) {
      const [title] = node.arguments
      if (title && ts.isStringLiteralLike(title)) titles.add(title.text.replace(/( \[\d[\w.-]*\])+$/, ''))
    }
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile('test.ts', source, ts.ScriptTarget.Latest))
  return titles
}

/** `describe` of `describe`, `describe.each(rows)` and `describe.skipIf(x)`. */
const rootName = (node: ts.Expression): string => {
  if (ts.isIdentifier(node)) return node.text
  return ts.isPropertyAccessExpression(node) || ts.isCallExpression(node) ? rootName(node.expression) : ''
}

/** The test files below `root` that a project of Vitest includes and doesn't exclude. */
export const runFiles = (
  root: string,
  projects: readonly { readonly include: readonly string[]; readonly exclude: readonly string[] }[],
): ReadonlySet<string> => {
  const all = [...new Bun.Glob('{cli,codegen,core,packages,providers,server,test}/**/*.test.ts').scanSync(root)]
  const matches = (globs: readonly string[], path: string): boolean =>
    globs.some((glob) => new Bun.Glob(glob).match(path))
  return new Set(
    all.filter((path) => projects.some(({ include, exclude }) => matches(include, path) && !matches(exclude, path))),
  )
}
