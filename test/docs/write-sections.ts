/** `bun run docs`: renews everything in the pages that is made from the code. */
import { writeSection } from './page-section.ts'
import { generatedSections } from './tables/index.ts'

for (const { page, name, text } of generatedSections) await writeSection(page, name, text())
