import { existsSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Slice } from '@patchbay/core/imported'
import { restored } from '@patchbay/core/imported'
import type { AnyProvider } from '@patchbay/core/provider'
import { packageJson } from '../new/files.ts'
import { changesOf } from './changes.ts'
import { documentJson, documentTs, importFileOf, importJson, indexTs } from './emit.ts'
import { type ImportFile, namesIn, readImportFile } from './import-file.ts'
import { createLeftOutList } from './left-out.ts'
import type { Node } from './node.ts'
import { operationsIn } from './operations.ts'
import { type Question, questionsOf } from './questions.ts'
import { type Read, readDocument } from './read.ts'
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
  /** Where the report is written as JSON. */
  readonly report?: string | undefined
  /** Left out: questions are listed, and what is safe holds. */
  readonly ask?: Ask | undefined
}

const providerId = /^[a-z][a-z0-9-]{0,23}$/

/** Makes or renews a provider of an OpenAPI document. Returns what to tell. Rejects with Error for a source or id that can't be used. */
export const importDocument = async ({ root, source, url, id, report, ask }: ImportOptions): Promise<string> => {
  if (url !== undefined && !URL.parse(url)?.href.startsWith('https://')) throw new Error(`${url} is no https URL`)
  if (!providerId.test(id)) throw new Error(`the id ${JSON.stringify(id)} doesn't match ${providerId.source}`)
  const folder = join(root, 'providers', id)
  const earlier = readImportFile(folder)
  const leftOut = createLeftOutList()
  const read = await readDocument(source, leftOut)
  const document = await inVersion3(read.root, leftOut)
  const { result, questions, choices } = await decided(document, { id, taken: await namesByHand(folder) }, earlier, ask)
  const written = await write(folder, id, document, result, { source: url ?? sourceOf(source, earlier), read, choices })
  const about: Report = {
    operations: operationsIn(read.root),
    actions: result.actions.length,
    leftOut: [...leftOut.all, ...result.leftOut],
    questions,
    changes: written.changes,
    origins: originsIn(result.slice),
  }
  if (report !== undefined) await writeFile(report, `${JSON.stringify(about, null, 2)}\n`)
  return [reportText(about), '', ...written.told].join('\n')
}

/** What `import.json` names: a file by its name alone, unless an earlier import knew where its document is published. */
const sourceOf = (source: string, earlier: ImportFile | undefined): string => {
  if (source.includes('://')) return source
  return earlier?.source.startsWith('https://') ? earlier.source : basename(source)
}

/** The names that the provider's author gave: the document's actions need others. */
const namesByHand = async (folder: string): Promise<string[]> => {
  const { actions = {}, overlay } = (await loaded(join(folder, 'index.ts'))) ?? {}
  const { actions: curated = {}, hide = [] } = overlay ?? {}
  const others = Object.entries(curated).flatMap(([name, { from }]) => (name === from ? [] : [name]))
  // A hidden operation keeps its name, by which it is hidden.
  return [...Object.keys(actions), ...others].filter((name) => !hide.includes(name))
}

const loaded = async (entry: string): Promise<Partial<AnyProvider> | undefined> => {
  if (!existsSync(entry)) return undefined
  try {
    return (await import(pathToFileURL(entry).href)).default
  } catch {
    // A document is imported for a provider that is still being written, too. Codegen says why it can't be loaded, and which names clash.
    return undefined
  }
}

/** Imports, asks what is open, and imports again if an answer changes what is imported. */
export const decided = async (
  document: Node,
  known: Pick<Decided, 'id' | 'taken'>,
  earlier: ImportFile | undefined,
  ask: Ask | undefined,
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
  const open = questionsOf(document, first).filter((question) => !Object.hasOwn(before, question.id))
  const answers = ask && open.length > 0 ? await ask(open) : {}
  const choices = { ...before, ...answers }
  return {
    result: Object.keys(answers).length > 0 ? make(choices) : first,
    questions: open.filter((question) => !Object.hasOwn(choices, question.id)),
    choices,
  }
}

export const readSlice = (folder: string): Slice | undefined => {
  const path = join(folder, 'document.json')
  return existsSync(path) ? restored(JSON.parse(readFileSync(path, 'utf8'))) : undefined
}

const write = async (
  folder: string,
  id: string,
  document: Node,
  result: Result,
  about: { readonly source: string; readonly read: Read; readonly choices: ImportFile['choices'] },
): Promise<{ readonly told: string[]; readonly changes: string[] }> => {
  const before = readSlice(folder)
  const file = importFileOf(result, { source: about.source, digest: about.read.digest, choices: about.choices })
  await mkdir(folder, { recursive: true })
  const made = {
    'document.json': documentJson(result.slice),
    'document.ts': documentTs(result.slice),
    'import.json': importJson(file),
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
  const changes = before ? changesOf(before, result.slice) : []
  return {
    changes,
    told: [
      `providers/${id} is ${before ? 'renewed' : 'made'}: ${Object.keys(made).join(', ')}${added.length > 0 ? `, and ${added.map(([name]) => name).join(', ')} to go on with` : ''}`,
      before || isNew
        ? 'next: write overlay.ts, then `bun install` and `bun run codegen`'
        : 'next: give the provider `overlay: behind<Document>()`, then `bun run codegen`',
    ],
  }
}
