import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { sliceText } from '@patchbay/core/imported'
import { type DocumentFile, documentFiles } from '../model/document-file.ts'
import { ownFiles, packageJson } from '../new/files.ts'
import { writeDocumentTypes } from '../types/write-document-types.ts'
import type { Question } from './ask/question.ts'
import type { Result } from './convert/to-slice.ts'
import { importWithAnswers } from './decided.ts'
import type { ImportOptions } from './import-options.ts'
import { createLeftOutList } from './read/left-out.ts'
import { originsIn } from './read/servers.ts'
import { readSource } from './read-source.ts'
import { byHandIn, isSaid, listedBy, namesByHand } from './write/by-hand.ts'
import { describeChanges } from './write/changes.ts'
import { earlierImport } from './write/earlier-import.ts'
import { buildImportFile, type ImportAbout, importJson, indexTs } from './write/emit.ts'
import type { ImportFile } from './write/import-file.ts'
import { nextSteps } from './write/next-steps.ts'
import { refuseNoOperations, refuseOtherDocument } from './write/refusals.ts'
import { type ImportReport, reportJson, reportText } from './write/report.ts'
import { overlayTs } from './write/scaffold.ts'
import { writeGuesses } from './write/write-guesses.ts'

const earlierForm = 'the document had an earlier form, so it is unknown what changed in it'

/** An id of a provider, as the contract takes it. */
export const providerIdForm = /^[a-z][a-z0-9-]{0,23}$/

export type { ImportOptions, OpenedSource } from './import-options.ts'
export { ClosedToolServer, findToolServer, type ReadToolServer, readToolServer } from './mcp/read-tool-server.ts'

/** The result of an import. */
export interface ImportedPackage {
  /** The provider's folder. */
  readonly folder: string
  /** The imported parts, those left out, and the open questions. */
  readonly report: ImportReport
  /** The report as text, with the next steps. */
  readonly text: string
}

/** Like `importProvider`, but returns the text to print. */
export const importDocument = async (options: ImportOptions): Promise<string> => (await importProvider(options)).text

/**
 * Makes or renews a provider of an OpenAPI document, or of the tools of an MCP server. Nothing is written before every question is
 * answered. Rejects with Error for a source or id that can't be used.
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
  const { document, digest, operations, file: name, names, finish, list, auth } = await readSource(options, leftOut)
  const identity = { id, taken: namesByHand(byHand), names }
  const canWrite = byHand.state === 'none' || (byHand.provider !== undefined && byHand.state !== 'behind')
  const isWritten = ({ id, isSure }: Question): boolean => canWrite && isSure === true && !guessed.includes(id)
  const overlay = { isSaid: (one: Question) => isSaid(byHand, one), isWritten, listed: listedBy(byHand) }
  const {
    result: converted,
    questions: open,
    choices,
    chosen,
  } = await importWithAnswers(document, identity, earlier, ask, overlay, list)
  const result = finish(converted)
  const { guesses, questions, text } = writeGuesses(folder, byHand, open, isWritten)
  const file = {
    source: url ?? nameSource(source, earlier),
    digest,
    choices,
    ...(guessed.length + guesses.length > 0 && { guessed: [...guessed, ...guesses.map((one) => one.id)] }),
  }
  const allLeftOut = [...leftOut.all, ...result.leftOut]
  refuseNoOperations(source, document, result, allLeftOut)
  if (before && !replace) refuseOtherDocument(id, before.file, before, { ...result, file })
  const changes = before?.slice && describeChanges(before.slice, result.slice)
  const isRenewed = existsSync(join(folder, name))
  const way = auth(result)
  const begun = Object.assign({ ...(way && { auth: way }) }, ...guesses.map((one) => one.overlay), chosen)
  const starterFiles = overlayTs(id, document, result.slice, begun)
  const written = await write(folder, id, result, name, file, starterFiles)
  const aboutTypes = await writeDocumentTypes(folder, id)
  if (text !== undefined) await writeFile(join(folder, 'overlay.ts'), text)
  const about: ImportReport = {
    operations,
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
    isSameDocument: before?.file.digest === digest,
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

/** The source for `import.json`: a file's name alone, unless an earlier import knew where its document is published. */
const nameSource = (source: string, earlier: ImportFile | undefined): string => {
  if (source.includes('://')) return source
  return earlier?.source.startsWith('https://') ? earlier.source : basename(source)
}

/** The files of the provider's package: with the types, which a repository leaves out. */
const publishedFiles = (file: DocumentFile) => [...ownFiles, file, 'import.json', '.generated']

/** Writes the provider's files. Returns a line about them. */
const write = async (
  folder: string,
  id: string,
  result: Result,
  file: DocumentFile,
  about: ImportAbout,
  overlay: string,
): Promise<string> => {
  const isRenewed = existsSync(join(folder, file))
  await mkdir(folder, { recursive: true })
  const texts = {
    [file]: sliceText(result.slice),
    'import.json': importJson(buildImportFile(result, about)),
  }
  /** Files that are edited by hand from now on. */
  const templates = {
    'package.json': packageJson(id, result.slice.title, publishedFiles(file)),
    'index.ts': indexTs,
    'overlay.ts': overlay,
  }
  for (const [name, text] of Object.entries(texts)) await writeFile(join(folder, name), text)
  // Removes the document of the other kind of source, which this one replaces.
  for (const other of documentFiles) if (other !== file) await rm(join(folder, other), { force: true })
  // An existing file was written by hand, and may have the document behind it.
  const isNew = !existsSync(join(folder, 'index.ts'))
  const added = Object.entries(templates).filter(([name]) => isNew && !existsSync(join(folder, name)))
  for (const [name, text] of added) await writeFile(join(folder, name), text)
  const names = Object.keys(texts).join(', ')
  const others = added.length > 0 ? `, and ${added.map(([name]) => name).join(', ')} to edit from here on` : ''
  return `providers/${id} is ${isRenewed ? 'renewed' : 'made'}: ${names}${others}`
}
