/** `bun run docs`: renews everything in the pages that is made from the code. */
import { join } from 'node:path'
import { grafanaDashboard } from './dashboard.ts'
import { errorsPage } from './errors-page.ts'
import { writeSection } from './page-section.ts'
import { root } from './pages.ts'
import { providerPages } from './provider-pages.ts'
import { generatedSections } from './tables/index.ts'

for (const { page, name, text } of generatedSections) await writeSection(page, name, text())
for (const { page, text } of providerPages) await Bun.write(join(root, page), text)
await Bun.write(join(root, errorsPage.file), errorsPage.text())
await Bun.write(join(root, grafanaDashboard.file), grafanaDashboard.text())
