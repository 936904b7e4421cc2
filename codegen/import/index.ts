import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { sliceText } from '@patchbay/core/imported'
import { ownFiles, packageJson } from '../new/files.ts'
import { writeDocumentTypes } from '../types/write-document-types.ts'
import type { Ask, Question } from './ask/question.ts'
import type { Result } from './convert/to-slice.ts'
import { importWithAnswers } from './decided.ts'
import { createLeftOutList, type LeftOutList } from './read/left-out.ts'
import { operationsIn } from './read/operations.ts'
import { type ReadDocument, readDocument } from './read/read.ts'
import { originsIn } from './read/servers.ts'
import { inVersion3 } from './read/version-3.ts'
import { proposeSignIn } from './sign-in/propose.ts'
import { byHandIn, isSaid, listedBy, namesByHand } from './write/by-hand.ts'
import { describeChanges } from './write/changes.ts'
import { earlierImport } from './write/earlier-import.ts'
import { buildImportFile, type ImportAbout, importJson, indexTs } from './write/emit.ts'
import type { ImportFile } from './write/import-file.ts'
import { nextSteps } from './write/next-steps.ts'
import { refuseNoOperations, refuseOtherDocument } from './write/refusals.ts'
import { type Report, reportJson, reportText } from './write/report.ts'
import { overlayTs } from './write/scaffold.ts'
import { writeGuesses } from './write/write-guesses.ts'

/** A document that was read already, with what couldn't be read of it. */
export interface OpenedSource extends ReadDocument {
  readonly leftOut: LeftOutList
}

export interface ImportOptions {
  /** The project. */
  readonly root: string
  /** A file, or an https URL. */
  readonly source: string
  /** Where a file's document is published, for the nightly watch. */
  readonly url?: string | undefined
  readonly id: string
  /** The document takes the place of another one that the provider was made of. */
  readonly replace?: boolean | undefined
  /** The provider's folder, if it isn't that in the project's `providers/`. */
  readonly folder?: string | undefined
  /** The source, if it was read already. */
  readonly opened?: OpenedSource | undefined
  /** Where the report is written as JSON. */
  readonly report?: string | undefined
  /** Left out: questions are listed, and the safe answers apply. */
  readonly ask?: Ask | undefined
}

const earlierForm = 'document.json had an earlier form, so it is unknown what changed in the document'

/** An id of a provider, as the contract takes it. */
export const providerIdForm = /^[a-z][a-z0-9-]{0,23}$/

/** What an import has made. */
export interface ImportedPackage {
  /** The provider's folder. */
  readonly folder: string
  /** What was taken, what was left out, and the questions that are open. */
  readonly report: Report
  /** All of that for people, with what to do next. */
  readonly text: string
}

/** As `importProvider`; returns the text to print. */
export const importDocument = async (options: ImportOptions): Promise<string> => (await importProvider(options)).text

/**
 * Makes or renews a provider of an OpenAPI document. Nothing is written before every question is answered. Rejects with Error for a source
 * or id that can't be used.
 */
export const importProvider = async (options: ImportOptions): Promise<ImportedPackage> => {
  const { root, source, url, id, replace, report, ask } = options
  if (url !== undefined && !URL.parse(url)?.href.startsWith('https://')) throw new Error(`${url} is not an https URL`)
  if (!providerIdForm.test(id)) throw new Error(`the id ${JSON.stringify(id)} doesn't match ${providerIdForm.source}`)
  const folder = options.folder ?? join(root, 'providers', id)
  const before = earlierImport(folder)
  const earlier = replace ? undefined : before?.file
  const guessed = earlier?.guessed ?? []
  const byHand = await byHandIn(folder, guessed)
  const leftOut = options.opened?.leftOut ?? createLeftOutList()
  const read = options.opened ?? (await readDocument(source, leftOut))
  const document = await inVersion3(read.root, leftOut)
  const known = { id, taken: namesByHand(byHand) }
  const canWrite = byHand.state === 'none' || (byHand.provider !== undefined && byHand.state !== 'behind')
  const isWritten = ({ id, isSure }: Question): boolean => canWrite && isSure === true && !guessed.includes(id)
  const overlay = { isSaid: (one: Question) => isSaid(byHand, one), isWritten, listed: listedBy(byHand) }
  const { result, questions: open, choices, chosen } = await importWithAnswers(document, known, earlier, ask, overlay)
  const { guesses, questions, text } = writeGuesses(folder, byHand, open, isWritten)
  const file = {
    source: url ?? nameSource(source, earlier),
    digest: read.digest,
    choices,
    ...(guessed.length + guesses.length > 0 && { guessed: [...guessed, ...guesses.map((one) => one.id)] }),
  }
  const allLeftOut = [...leftOut.all, ...result.leftOut]
  refuseNoOperations(source, read.root, result, allLeftOut)
  if (before && !replace) refuseOtherDocument(id, before.file, before, { ...result, file })
  const changes = before?.slice && describeChanges(before.slice, result.slice)
  const isRenewed = existsSync(join(folder, 'document.json'))
  const [way] = proposeSignIn(document, result.actions).ways
  const begun = Object.assign({ ...(way && { auth: way.auth }) }, ...guesses.map((one) => one.overlay), chosen)
  const starterFiles = overlayTs(id, document, result.slice, begun)
  const written = await write(folder, id, result, file, starterFiles)
  const aboutTypes = await writeDocumentTypes(folder, id)
  if (text !== undefined) await writeFile(join(folder, 'overlay.ts'), text)
  const about: Report = {
    operations: operationsIn(read.root),
    actions: result.actions.length,
    leftOut: allLeftOut,
    questions,
    guesses,
    changes: changes ?? [],
    origins: originsIn(result.slice),
    hidden: result.slice.hidesDeprecated
      ? result.actions.filter(({ action }) => action.deprecated).map(({ name }) => name)
      : [],
  }
  if (report !== undefined) await writeFile(report, reportJson(about))
  const state = {
    isSameDocument: before?.file.digest === read.digest,
    isOpen: questions.length > 0,
    hasGuesses: text !== undefined,
  }
  const steps = nextSteps(byHand, changes, result.slice, state)
  const lines = [
    reportText(about),
    '',
    written,
    ...(isRenewed && !before?.slice ? [earlierForm] : []),
    ...aboutTypes,
    ...steps,
  ]
  return { folder, report: about, text: lines.join('\n') }
}

/** What `import.json` names: a file by its name alone, unless an earlier import knew where its document is published. */
const nameSource = (source: string, earlier: ImportFile | undefined): string => {
  if (source.includes('://')) return source
  return earlier?.source.startsWith('https://') ? earlier.source : basename(source)
}

/** What a package of the provider has: the types as well, which a repository leaves out. */
const publishedFiles = [...ownFiles, 'document.json', 'import.json', '.generated']

/** Writes the provider's files. Returns a line about them. */
const write = async (
  folder: string,
  id: string,
  result: Result,
  about: ImportAbout,
  overlay: string,
): Promise<string> => {
  const isRenewed = existsSync(join(folder, 'document.json'))
  await mkdir(folder, { recursive: true })
  const made = {
    'document.json': sliceText(result.slice),
    'import.json': importJson(buildImportFile(result, about)),
  }
  /** By hand from now on. */
  const templates = {
    'package.json': packageJson(id, result.slice.title, publishedFiles),
    'index.ts': indexTs,
    'overlay.ts': overlay,
  }
  for (const [name, text] of Object.entries(made)) await writeFile(join(folder, name), text)
  // What is there already was written by hand, and may have the document behind it.
  const isNew = !existsSync(join(folder, 'index.ts'))
  const added = Object.entries(templates).filter(([name]) => isNew && !existsSync(join(folder, name)))
  for (const [name, text] of added) await writeFile(join(folder, name), text)
  const names = Object.keys(made).join(', ')
  const others = added.length > 0 ? `, and ${added.map(([name]) => name).join(', ')} to edit from here on` : ''
  return `providers/${id} is ${isRenewed ? 'renewed' : 'made'}: ${names}${others}`
}
