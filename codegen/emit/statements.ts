import {
  type ImportDeclarationStructure,
  StructureKind,
  VariableDeclarationKind,
  type VariableStatementStructure,
} from 'ts-morph'

/** `export const name: type = initializer` */
export const exported = (name: string, type: string, initializer: string): VariableStatementStructure => ({
  kind: StructureKind.VariableStatement,
  isExported: true,
  declarationKind: VariableDeclarationKind.Const,
  declarations: [{ name, type, initializer }],
  leadingTrivia: '\n',
})

/** `import type { name } from 'from'` */
export const importedType = (name: string, from: string): ImportDeclarationStructure => ({
  kind: StructureKind.ImportDeclaration,
  isTypeOnly: true,
  namedImports: [name],
  moduleSpecifier: from,
})

/** `import { name as alias } from 'from'` */
export const imported = (name: string, from: string, alias?: string): ImportDeclarationStructure => ({
  kind: StructureKind.ImportDeclaration,
  namedImports: [alias ? { name, alias } : name],
  moduleSpecifier: from,
})
