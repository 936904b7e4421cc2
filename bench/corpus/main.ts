import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { wholeDocuments } from '../../test/vendor-documents/documents.ts'
import { type Faithfulness, judgeDocument } from './faithfulness.ts'
import { faithfulnessHead, faithfulnessSummary, faithfulnessTargets, faithfulnessText } from './faithfulness-table.ts'
import { type CorpusRow, measure } from './measure.ts'
import { type Beginning, readBeginning } from './sign-in.ts'
import { beginningHead, beginningSummary, beginningTargets, beginningText } from './sign-in-table.ts'
import { head, rowText, summary, targetsOf } from './table.ts'

const [folder = wholeDocuments] = process.argv.slice(2)
const documents = readdirSync(folder)
  .filter((name) => /\.(?:json|ya?ml)$/.test(name))
  .sort()

const rows: CorpusRow[] = []
console.log(head)
for (const document of documents) {
  const row = await measure(resolve(folder), document)
  rows.push(row)
  console.log(rowText(row))
}
console.log(summary(rows))

const judged: Faithfulness[] = []
console.log(`\n${faithfulnessHead}`)
for (const { document, failed } of rows) {
  if (failed) continue
  const row = await judgeDocument(resolve(folder), document)
  judged.push(row)
  console.log(faithfulnessText(row))
}
console.log(faithfulnessSummary(judged))

const beginnings: Beginning[] = []
console.log(`\n${beginningHead}`)
for (const { document, failed } of rows) {
  if (failed) continue
  const row = await readBeginning(resolve(folder), document)
  beginnings.push(row)
  console.log(beginningText(row))
}
console.log(beginningSummary(beginnings))
const targets = [...targetsOf(rows), ...faithfulnessTargets(judged), ...beginningTargets(beginnings)]
process.exitCode = targets.every(({ isMet }) => isMet) ? 0 : 1
