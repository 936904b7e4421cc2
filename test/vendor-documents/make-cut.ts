import { join } from 'node:path'
import { createLeftOutList } from '../../codegen/import/read/left-out.ts'
import { readDocument } from '../../codegen/import/read/read.ts'
import { operationsByHand } from './by-hand.ts'
import { cutDocument } from './cut.ts'
import { wholeDocuments } from './documents.ts'

/** The text of the fixture that a provider's document is cut to. */
export const makeCut = async (id: string, document: string): Promise<string> => {
  const { root } = await readDocument(join(wholeDocuments, document), createLeftOutList())
  const byHand = await operationsByHand(id)
  const lists = [...byHand].flatMap(([route, pages]) => (pages ? [route] : []))
  return `${JSON.stringify(cutDocument(root, new Set(byHand.keys()), new Set(lists)))}\n`
}
