import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { root } from '../pages.ts'

/** A function of the contract, or a member of one of its types, as its docstring describes it. */
export interface Documented {
  readonly name: string
  /** `true` for an interface's member that can't be left out; in a union, the other members decide. */
  readonly required: boolean
  readonly text: string
  readonly examples: readonly string[]
}

const sources = new Map<string, ts.SourceFile>()

const sourceOf = (file: string): ts.SourceFile => {
  const source =
    sources.get(file) ?? ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest, true)
  sources.set(file, source)
  return source
}

const textOf = (comment: Parameters<typeof ts.getTextOfJSDocComment>[0]): string =>
  (ts.getTextOfJSDocComment(comment) ?? '').trim()

/** A sentence that is broken over lines in the source is one line in a page. */
const unbroken = (text: string): string => text.replaceAll(/\s*\n\s*/g, ' ')

const documented = (name: string, node: ts.Node, required = false): Documented => {
  const [doc] = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc)
  const examples = (doc?.tags ?? []).filter(({ tagName }) => tagName.text === 'example')
  return {
    name,
    required,
    text: unbroken(textOf(doc?.comment)),
    examples: examples.map(({ comment }) => textOf(comment)),
  }
}

/** Members that authors can't write: the kind, which functions set, and what a union forbids. */
const isWritten = (member: ts.PropertySignature | ts.MethodSignature): boolean =>
  member.name.getText() !== 'kind' &&
  !(ts.isPropertySignature(member) && member.type?.kind === ts.SyntaxKind.NeverKeyword)

/** `page` fills in the number of the first page. */
const isRequired = (member: ts.PropertySignature | ts.MethodSignature): boolean =>
  ts.isInterfaceDeclaration(member.parent) && !member.questionToken && member.name.getText() !== 'first'

/** The members of an interface, or of the object types that a type is put together from; not of types inside members. */
const membersIn = (node: ts.Node): Documented[] => {
  if ((ts.isPropertySignature(node) || ts.isMethodSignature(node)) && node.name) {
    return isWritten(node) ? [documented(node.name.getText(), node, isRequired(node))] : []
  }
  const found: Documented[] = []
  ts.forEachChild(node, (child) => {
    found.push(...membersIn(child))
  })
  return found
}

/** The members of a type; empty for a type that has none, such as a union of texts. Throws Error if the file doesn't declare it. */
export const membersOf = (file: string, type: string): Documented[] => {
  const declared = sourceOf(file).statements.find(
    (node) => (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) && node.name.text === type,
  )
  if (!declared) throw new Error(`${file} declares no type ${type}`)
  return membersIn(declared)
}

const declaredNames = (node: ts.Statement): readonly (string | undefined)[] => {
  if (ts.isVariableStatement(node)) return node.declarationList.declarations.map(({ name }) => name.getText())
  const isNamed = ts.isFunctionDeclaration(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)
  return isNamed ? [node.name?.text] : []
}

/** A function's docstring, or that of a type. Throws Error if the file doesn't declare it. */
export const docstringOf = (file: string, name: string): Documented => {
  for (const node of sourceOf(file).statements) if (declaredNames(node).includes(name)) return documented(name, node)
  throw new Error(`${file} declares no ${name}`)
}

/** The exports of core/provider/index.ts: each name with the file that declares it. */
export const exportedNames = (): ReadonlyMap<string, string> =>
  new Map(
    sourceOf('core/provider/index.ts').statements.flatMap((node) => {
      if (!ts.isExportDeclaration(node) || !node.exportClause || !ts.isNamedExports(node.exportClause)) return []
      const from = (node.moduleSpecifier as ts.StringLiteral).text
      if (!from.startsWith('.')) return []
      const file = join('core/provider', from)
      return node.exportClause.elements.map(({ name }) => [name.text, file] as const)
    }),
  )
