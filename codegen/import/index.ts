import { existsSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { isSliceText, openSlice, type Slice, sliceText } from '@patchbay/core/imported'
import { packageJson } from '../new/files.ts'
import { byHandIn, isSaid, namesByHand } from './by-hand.ts'
import { changesOf } from './changes.ts'
import { documentTs, importFileOf, importJson, indexTs } from './emit.ts'
import { type ImportFile, namesIn, readImportFile } from './import-file.ts'
import { createLeftOutList } from './left-out.ts'
import { nextSteps } from './next-steps.ts'
import type { Node } from './node.ts'
import { operationsIn } from './operations.ts'
import { type Question, questionsOf } from './questions.ts'
import { readDocument } from './read.ts'
import { refuseNoOperations, refuseOtherDocument } from './refusals.ts'
import { type Report, reportText } from './report.ts'
import { overlayTs } from './scaffold.ts'
import { originsIn } from './servers.ts'
import { type Decided, type Result, toSlice } from './to-slice.ts'
import { inVersion3 } from './version-3.ts'

/** Asks the author; gives the answers by the questions' ids. */
export type Ask = (questions: readonly Question[]) => Promise<Readonly<Record<string, string>>>

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
  /** Where the report is written as JSON. */
  readonly report?: string | undefined
  /** Left out: questions are listed, and what is safe holds. */
  readonly ask?: Ask | undefined
}

const earlierForm = 'document.json had an earlier form, so what changed in the document can’t be told'

const providerId = /^[a-z][a-z0-9-]{0,23}$/

/** Makes or renews a provider of an OpenAPI document. Returns what to tell. Rejects with Error for a source or id that can't be used. */
export const importDocument = async (options: ImportOptions): Promise<string> => {
  const { root, source, url, id, replace, report, ask } = options
  if (url !== undefined && !URL.parse(url)?.href.startsWith('https://')) throw new Error(`${url} is no https URL`)
  if (!providerId.test(id)) throw new Error(`the id ${JSON.stringify(id)} doesn't match ${providerId.source}`)
  const folder = join(root, 'providers', id)
  const [before, byHand] = [earlierImport(folder), await byHandIn(folder)]
  const earlier = replace ? undefined : before?.file
  const leftOut = createLeftOutList()
  const read = await readDocument(source, leftOut)
  const document = await inVersion3(read.root, leftOut)
  const known = { id, taken: namesByHand(byHand) }
  const { result, questions, choices } = await decided(document, known, earlier, ask, (one) => isSaid(byHand, one))
  const file = { source: url ?? sourceOf(source, earlier), digest: read.digest, choices }
  const allLeftOut = [...leftOut.all, ...result.leftOut]
  refuseNoOperations(source, read.root, result, allLeftOut)
  if (before && !replace) refuseOtherDocument(id, before.file, before, { ...result, file })
  const changes = before?.slice && changesOf(before.slice, result.slice)
  const isRenewed = existsSync(join(folder, 'document.json'))
  const written = await write(folder, id, document, result, file)
  const about: Report = {
    operations: operationsIn(read.root),
    actions: result.actions.length,
    leftOut: allLeftOut,
    questions,
    changes: changes ?? [],
    origins: originsIn(result.slice),
  }
  if (report !== undefined) await writeFile(report, `${JSON.stringify(about, null, 2)}\n`)
  const state = { isSameDocument: before?.file.digest === read.digest, isOpen: questions.length > 0 }
  const steps = nextSteps(byHand, changes, result.slice, state)
  return [reportText(about), '', written, ...(isRenewed && !before?.slice ? [earlierForm] : []), ...steps].join('\n')
}

/** What `import.json` names: a file by its name alone, unless an earlier import knew where its document is published. */
const sourceOf = (source: string, earlier: ImportFile | undefined): string => {
  if (source.includes('://')) return source
  return earlier?.source.startsWith('https://') ? earlier.source : basename(source)
}

/** Imports, asks what is open, and imports again if an answer changes what is imported. */
export const decided = async (
  document: Node,
  known: Pick<Decided, 'id' | 'taken'>,
  earlier: ImportFile | undefined,
  ask: Ask | undefined,
  /** Whether the provider itself answers the question. */
  isAnswered: (question: Question) => boolean = () => false,
) => {
  const make = (choices: ImportFile['choices']): Result => {
    const chosen = (kind: string, answer: string): Set<string> =>
      new Set(
        Object.entries(choices).flatMap(([question, given]) =>
          question.startsWith(`${kind} `) && given === answer ? [question.slice(kind.length + 1)] : [],
        ),
      )
    return toSlice(document, {
      ...known,
      ...namesIn(earlier),
      plain: chosen('credential', 'no'),
      reads: chosen('reads', 'yes'),
    })
  }
  const before = earlier?.choices ?? {}
  const first = make(before)
  const open = questionsOf(document, first).filter((one) => !Object.hasOwn(before, one.id) && !isAnswered(one))
  const answers = ask && open.length > 0 ? await ask(open) : {}
  const choices = { ...before, ...answers }
  return {
    result: Object.keys(answers).length > 0 ? make(choices) : first,
    questions: open.filter((question) => !Object.hasOwn(choices, question.id)),
    choices,
  }
}

const documentIn = (folder: string): Buffer | undefined => {
  const path = join(folder, 'document.json')
  return existsSync(path) ? readFileSync(path) : undefined
}

/** `undefined`: the folder holds no document. Throws Error if another version of the import has made it. */
export const readSlice = (folder: string): Slice | undefined => {
  const bytes = documentIn(folder)
  return bytes && openSlice(bytes).all()
}

/** What an earlier import left in the folder; `undefined`: there was none. The document may be kept out of the repository, have an earlier form, or be damaged. */
const earlierImport = (folder: string): { readonly file: ImportFile; readonly slice?: Slice } | undefined => {
  const [file, bytes] = [readImportFile(folder), documentIn(folder)]
  return file && { file, ...(bytes && isSliceText(bytes) && { slice: openSlice(bytes).all() }) }
}

/** Writes the provider's files. Returns what it tells of them. */
const write = async (
  folder: string,
  id: string,
  document: Node,
  result: Result,
  about: Pick<ImportFile, 'source' | 'digest' | 'choices'>,
): Promise<string> => {
  const isRenewed = existsSync(join(folder, 'document.json'))
  await mkdir(folder, { recursive: true })
  const made = {
    'document.json': sliceText(result.slice),
    'document.ts': documentTs(result.slice),
    'import.json': importJson(importFileOf(result, about)),
  }
  /** By hand from now on. */
  const begun = {
    'package.json': packageJson(id, result.slice.title),
    'index.ts': indexTs,
    'overlay.ts': overlayTs(id, document, result.slice),
  }
  for (const [name, text] of Object.entries(made)) await writeFile(join(folder, name), text)
  // What is there already was written by hand, and may have the document behind it.
  const isNew = !existsSync(join(folder, 'index.ts'))
  const added = Object.entries(begun).filter(([name]) => isNew && !existsSync(join(folder, name)))
  for (const [name, text] of added) await writeFile(join(folder, name), text)
  const names = Object.keys(made).join(', ')
  const others = added.length > 0 ? `, and ${added.map(([name]) => name).join(', ')} to go on with` : ''
  return `providers/${id} is ${isRenewed ? 'renewed' : 'made'}: ${names}${others}`
}
