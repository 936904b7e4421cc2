import { join } from 'node:path'
import * as contract from '@patchbay/core/provider'
import ts from 'typescript'
import { root } from '../pages.ts'

/** A piece of TypeScript that a page or a docstring shows. */
export interface Snippet {
  /** Page and line, for messages. */
  readonly place: string
  readonly code: string
}

const folder = join(root, 'test/docs/contract')
const globalsFile = join(folder, 'globals.d.ts')
const fileOf = (index: number): string => join(folder, `snippet-${index}.ts`)

const text = `import('typebox').TString`
const action = `import('@patchbay/core/provider').AnyAction`

/** Names that snippets use without declaring them, besides the contract: schemas and actions of an imagined vendor. */
const imagined: Readonly<Record<string, string>> = {
  item_id: text,
  title: text,
  currency: text,
  tags: `import('typebox').TArray<${text}>`,
  amount: `import('typebox').TInteger`,
  create_ticket: action,
  delete_item: action,
  get_item: action,
  get_account: `import('@patchbay/core/provider').Action<{}, import('@patchbay/core/provider').Read>`,
  list_items: `import('@patchbay/core/provider').Action<{ limit: import('typebox').TInteger }, import('@patchbay/core/provider').Read>`,
  items: `{ readonly list_items: ${action} }`,
  people: `{ readonly list_people: ${action} }`,
  definition: `{ description: string; params: { item_id: ${text}; title: ${text}; tags: typeof tags; amount: typeof amount } }`,
  provided: `{
    id: string
    title: string
    origin: string
    auth: import('@patchbay/core/provider').Auth
    actions: { get_account: typeof get_account }
  }`,
  /** Node's crypto, and a signature that an author makes with it. */
  createHmac: `typeof import('node:crypto').createHmac`,
  hmac: '(key: string, data: string | Uint8Array) => string',
  failed: `import('@patchbay/core/provider').Failure`,
  fileValue: `import('@patchbay/core/provider').FileValue`,
  authorizationCode: `Omit<import('@patchbay/core/provider').AuthorizationCode, 'kind'>`,
  clientCredentials: `Omit<import('@patchbay/core/provider').ClientCredentials, 'kind'>`,
}

/** A script, not a module: what it declares is there for all snippets, and gives way to what they import or declare. */
const globals = (): string =>
  [
    `type ConfirmedParams = { item_id: string; parent_id?: string; title: string; text: string; done: boolean }`,
    `type ConfirmingParams = { item_id: ${text}; limit: import('typebox').TInteger }`,
    ...Object.keys(contract).map((name) => `declare const ${name}: typeof import('@patchbay/core/provider').${name}`),
    ...Object.entries(imagined).map(([name, type]) => `declare const ${name}: ${type}`),
  ].join('\n')

/** The repository's own rules, but a snippet may declare what it doesn't use. */
const compilerOptions = (): ts.CompilerOptions => {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile)
  const { tsBuildInfoFile: _, ...options } = ts.parseJsonConfigFileContent(
    { ...config, files: [], include: [] },
    ts.sys,
    root,
  ).options
  return {
    ...options,
    noUnusedLocals: false,
    noUnusedParameters: false,
    incremental: false,
  }
}

/**
 * The compiler's complaints about snippets, each a module of its own. They may use the contract without importing it. All are compiled at
 * once, as loading the contract's types takes the most time.
 */
export const complaintsOf = (snippets: readonly Snippet[]): string[] => {
  const files = new Map(snippets.map(({ code }, i) => [fileOf(i), `${code}\nexport {}\n`]))
  files.set(globalsFile, globals())
  const options = compilerOptions()
  const host = ts.createCompilerHost(options)
  const { getSourceFile, fileExists, readFile } = host
  host.fileExists = (name) => files.has(name) || fileExists(name)
  host.readFile = (name) => files.get(name) ?? readFile(name)
  host.getSourceFile = (name, language, ...rest) => {
    const code = files.get(name)
    return code === undefined ? getSourceFile(name, language, ...rest) : ts.createSourceFile(name, code, language)
  }
  const program = ts.createProgram([...files.keys()], options, host)
  return snippets.flatMap(({ place }, i) =>
    ts
      .getPreEmitDiagnostics(program, program.getSourceFile(fileOf(i)))
      .map(({ messageText }) => `${place}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`),
  )
}
