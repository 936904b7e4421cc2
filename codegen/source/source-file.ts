import { IndentationText, Node, Project, QuoteKind, type SourceFile, ts } from 'ts-morph'

/** TypeScript in memory: no file is read or written, and no type is looked up. Loading ts-morph takes 0.3 s. */
export const parseSource = (path: string, text: string): SourceFile =>
  new Project({
    useInMemoryFileSystem: true,
    skipLoadingLibFiles: true,
    skipFileDependencyResolution: true,
    manipulationSettings: { quoteKind: QuoteKind.Single, indentationText: IndentationText.TwoSpaces },
  }).createSourceFile(path, text)

/** The file as the repository's formatter has it, as far as TypeScript's own goes: no semicolons, two spaces. */
export const printSource = (source: SourceFile): string => {
  source.formatText({ semicolons: ts.SemicolonPreference.Remove, indentSize: 2, ensureNewLineAtEndOfFile: true })
  return source.getFullText()
}

/** The name of an object's member; `undefined`: it is spread or computed. */
export const readPropertyName = (property: Node): string | undefined => {
  const name = Node.hasName(property) ? property.getNameNode() : undefined
  if (Node.isStringLiteral(name) || Node.isNoSubstitutionTemplateLiteral(name)) return name.getLiteralText()
  return Node.isIdentifier(name) ? name.getText() : undefined
}
