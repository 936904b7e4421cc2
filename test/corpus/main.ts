import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { measure, type Row } from './measure.ts'
import { head, rowText, summary, targetsOf } from './table.ts'

const [folder = join(import.meta.dirname, '../../../shared/data/openapi')] = process.argv.slice(2)
const documents = readdirSync(folder)
  .filter((name) => /\.(?:json|ya?ml)$/.test(name))
  .sort()

const rows: Row[] = []
console.log(head)
for (const document of documents) {
  const row = await measure(resolve(folder), document)
  rows.push(row)
  console.log(rowText(row))
}
console.log(summary(rows))
process.exitCode = targetsOf(rows).every(({ isMet }) => isMet) ? 0 : 1
