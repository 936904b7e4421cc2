import { type Slice, sliceText } from '@patchbay/core/imported'
import { Build, Check } from 'typebox/schema'
import { toSlice } from '../../codegen/import/convert/to-slice.ts'
import { createLeftOutList, type LeftOut } from '../../codegen/import/read/left-out.ts'
import { operationsIn } from '../../codegen/import/read/operations.ts'
import { readDocument } from '../../codegen/import/read/read.ts'
import { inVersion3 } from '../../codegen/import/read/version-3.ts'
import { buildImportFile, importJson } from '../../codegen/import/write/emit.ts'
import { documentTs } from '../../codegen/types/document-types.ts'
import { lostParameters } from './lost-parameters.ts'
import { listNameFaults } from './names.ts'

/** The result of importing one document. */
export interface CorpusRow {
  readonly document: string
  readonly operations: number
  readonly actions: number
  readonly leftOut: readonly LeftOut[]
  /** Parameters of the original that no action has: `GET /items: query page`. */
  readonly lost: readonly string[]
  readonly schemas: number
  /** The schemas that TypeBox doesn't compile, with its reasons. */
  readonly uncompiled: readonly string[]
  /** The size of document.json, document.ts and import.json. */
  readonly bytes: number
  readonly tooLong: number
  /** The faulty names, each with its fault. */
  readonly badNames: readonly string[]
  readonly seconds: number
  /** The bytes of heap that the slice takes once it is read. */
  readonly heap: number
  /** The reason why the document can't be imported at all. */
  readonly failed?: string
}

const none = {
  operations: 0,
  actions: 0,
  leftOut: [],
  lost: [],
  schemas: 0,
  uncompiled: [],
  bytes: 0,
  tooLong: 0,
  badNames: [],
  seconds: 0,
  heap: 0,
}

/** The id that all documents get: as long as most. */
const id = 'corpus-id'

/** Compiles every parameter's schema as the gateway does. */
const uncompiledOf = ({ actions, schemas }: Slice): string[] =>
  Object.entries(actions).flatMap(([action, { params }]) =>
    Object.entries(params).flatMap(([name, { schema }]) => {
      try {
        const checker = Build(schemas as never, schema as never).Evaluate()
        // A check of any value must end: a circle that never does throws.
        for (const value of [{}, [], '', null]) {
          if (checker.Check(value) !== Check(schemas as never, schema as never, value)) {
            return [`${action}.${name}: compiled and interpreted differ on ${JSON.stringify(value)}`]
          }
        }
        return []
      } catch (error) {
        return [`${action}.${name}: ${String(error).slice(0, 200)}`]
      }
    }),
  )

const heapOf = (text: string): number => {
  Bun.gc(true)
  const before = process.memoryUsage().heapUsed
  const parsed = JSON.parse(text)
  Bun.gc(true)
  const after = process.memoryUsage().heapUsed
  return parsed ? Math.max(0, after - before) : 0
}

/** Imports a document and measures the result. Never rejects: a document that can't be read is a row that says why. */
export const measure = async (folder: string, document: string): Promise<CorpusRow> => {
  const started = performance.now()
  const leftOut = createLeftOutList()
  try {
    const read = await readDocument(`${folder}/${document}`, leftOut)
    const result = toSlice(await inVersion3(read.root, leftOut), { id })
    const { slice, actions } = result
    const file = buildImportFile(result, { source: document, digest: read.digest, choices: {} })
    const texts = [sliceText(slice), documentTs(slice), importJson(file)]
    const seconds = (performance.now() - started) / 1000
    const all = [...leftOut.all, ...result.leftOut]
    const reported = new Set(all.map(({ pointer }) => pointer))
    return {
      document,
      operations: operationsIn(read.root),
      actions: Object.keys(slice.actions).length,
      leftOut: all,
      lost: lostParameters(read.root, actions, (pointer) => reported.has(pointer)),
      schemas: Object.values(slice.actions).reduce((sum, { params }) => sum + Object.keys(params).length, 0),
      uncompiled: uncompiledOf(slice),
      bytes: texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0),
      tooLong: Object.keys(slice.actions).filter((name) => `${id}_${name}`.length > 64).length,
      badNames: listNameFaults(actions),
      seconds,
      heap: heapOf(texts[0] ?? ''),
    }
  } catch (error) {
    return { document, ...none, failed: String(error).slice(0, 300) }
  }
}
