import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { CommandError } from '@patchbay/cli'
import { projectRoot } from '../../project-root.ts'

/** The dialog that answers the import's questions; only codegen looks inside. */
export type Answerer = object

interface IndexedOffer {
  readonly kind: 'openapi' | 'mcp'
  readonly address: string
  readonly licence: string
  readonly source: string
  readonly date: string
  readonly unverified?: true
}

interface IndexedVendor {
  readonly name: string
  readonly title: string
  readonly aliases?: readonly string[]
  readonly offers?: readonly IndexedOffer[]
}

/** A plugin that was added. */
export interface AddedPlugin {
  readonly id: string
  readonly title: string
  readonly folder: string
  readonly isRenewed: boolean
  readonly files: readonly string[]
  readonly report: {
    readonly operations: number
    readonly actions: number
    readonly leftOut: readonly object[]
    readonly questions: readonly { readonly question: string; readonly meanwhile: string }[]
    readonly guesses: readonly object[]
    readonly changes: readonly string[]
    readonly origins: readonly string[]
    readonly hidden: readonly string[]
  }
  readonly kind: 'openapi' | 'mcp'
  readonly source: string
  readonly offer?: IndexedOffer
  readonly signIn: readonly string[]
  readonly settings: readonly string[]
  readonly isSelfHosted: boolean
  readonly privateHost: string | undefined
  readonly registersItself: boolean
  readonly firstCall: { readonly action: string; readonly params: Readonly<Record<string, string>> } | undefined
  readonly others: readonly string[]
}

/** The parts of codegen that the command line uses, loaded by a path, as the image has no codegen. */
export interface Importer {
  addProvider(options: {
    readonly given: string
    readonly document?: string | undefined
    readonly id?: string | undefined
    readonly token?: string | undefined
    readonly folder: string
    readonly included: readonly string[]
    readonly dialog: Answerer
    say(line: string): void
  }): Promise<AddedPlugin>
  terminalDialog(look: {
    readonly width: number
    bold(text: string): string
    quiet(text: string): string
    wrap(text: string, width: number): readonly string[]
    cut(text: string, width: number): string
  }): Answerer
  givenAnswers(answers: Readonly<Record<string, string>>, takesProposals: boolean): Answerer
  answeredBefore(answers: Readonly<Record<string, string>>, dialog: Answerer): Answerer
  readonly Cancelled: new () => Error
  readonly OpenQuestions: new (
    asked: readonly object[],
  ) => Error & {
    readonly asked: readonly { readonly id: string; readonly message: string; readonly proposal: string }[]
  }
  searchVendors(words: string): readonly IndexedVendor[]
  signInOf(vendor: IndexedVendor, offer: IndexedOffer): string
}

/** The importer of a checkout. Throws CommandError if it is missing. */
export const loadImporter = (): Promise<Importer> => {
  const place = join(projectRoot, 'codegen/add/index.ts')
  if (existsSync(place)) return import(place)
  throw new CommandError('failed', 'this program has no importer: the image and the package leave it out', [
    'run the command in a checkout, with --dir for the folder that PLUGINS_DIR names',
  ])
}
