/** `bun test/vendor-documents/write.ts`: cuts the redistributable documents again. */
import { join } from 'node:path'
import { cutDocuments, cutName, missingDocuments, sharedDocuments } from './documents.ts'
import { makeCut } from './make-cut.ts'

if (missingDocuments !== undefined) {
  console.error(missingDocuments)
  process.exit(1)
}
for (const [id, document] of sharedDocuments) {
  const text = await makeCut(id, document)
  await Bun.write(join(cutDocuments, cutName(document)), text)
  console.log(`${cutName(document)}: ${text.length} characters`)
}
