/**
 * `bun run test:vendor`: every plugin against what its vendor publishes. Prints a table and writes it into
 * docs/included-providers.md; exits 1 on any fail.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Domain } from '@patchbay/core/schema'
import { loadRegistry } from '../../server/registry.ts'
import { hasSection, rowsOf, writeSection } from '../../test/docs/page-section.ts'
import { wholeDocuments } from '../../test/vendor-documents/documents.ts'
import { checkGraphql } from './check-graphql.ts'
import { checkVendor, type Verdict } from './check-vendor.ts'
import { table } from './report.ts'
import type { Vendor } from './vendor.ts'
import { vendors } from './vendors/index.ts'

const page = 'docs/included-providers.md'
/** The folder of cuts of documents that are too large for a mock; its README.md has their sources. */
const slices = join(import.meta.dirname, 'documents')
const registry = await loadRegistry()

const help = `Checks every plugin against its vendor's OpenAPI documents.

  --documents <dir>   where they are, if not in ../shared/data/openapi; may be given several times
  --only <id>         check this plugin alone, and print its row
  --check             don't write the table in ${page}; exit 1 if it is out of date
  --allow-missing     exit 0 where the folder isn't there
`

/** The vendors with documents in one of the folders, and that folder; says which documents are missing. */
const withDocuments = (folders: readonly string[], only: string | undefined): readonly [Vendor, string][] =>
  vendors
    .filter(({ id }) => only === undefined || id === only)
    .flatMap((vendor): [Vendor, string][] => {
      const ofFolder = folders.map((folder) => ({
        folder,
        found: vendor.documents.filter(({ file }) => existsSync(join(folder, file))),
      }))
      const [best] = ofFolder.toSorted((one, other) => other.found.length - one.found.length)
      if (best && best.found.length === vendor.documents.length) return [[vendor, best.folder]]
      const missing = vendor.documents.filter((document) => best?.found.includes(document) !== true)
      const wanted = missing.map(({ file, from }) => (from === undefined ? file : `${file} (${from})`))
      const isPartial = best !== undefined && best.found.length > 0
      console.log(
        `${vendor.id}: ${isPartial ? 'CHECKED IN PART' : 'NOT CHECKED'} (no folder has ${wanted.join(' and ')})`,
      )
      return isPartial ? [[{ ...vendor, documents: best.found, isPartial: true }, best.folder]] : []
    })

const checkAll = async (checked: readonly [Vendor, string][]): Promise<Verdict[]> => {
  const domains = new Map<string, Domain>(registry.map((domain) => [domain.provider.id, domain]))
  const verdicts: Verdict[] = []
  for (const [vendor, folder] of checked) {
    const domain = domains.get(vendor.id)
    if (!domain) throw new Error(`bench/vendor/vendors has ${vendor.id}, which is not a registered provider`)
    const isGraphql = vendor.documents.some(({ file }) => file.includes('.graphql'))
    verdicts.push(await (isGraphql ? checkGraphql : checkVendor)(vendor, domain, folder))
  }
  return verdicts
}

const main = async (): Promise<number> => {
  const { values } = parseArgs({
    options: {
      documents: {
        type: 'string',
        multiple: true,
        default: [wholeDocuments, slices],
      },
      only: { type: 'string' },
      check: { type: 'boolean' },
      'allow-missing': { type: 'boolean' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) {
    console.log(help)
    return 0
  }
  if (!values.documents.some((folder) => existsSync(folder))) {
    console.log(`vendor documents: NOT RUN (there is no folder ${values.documents.join(' or ')})`)
    return values['allow-missing'] ? 0 : 1
  }

  const checked = withDocuments(values.documents, values.only)
  const verdicts = await checkAll(checked)
  // The measurements of the whole stay for vendors that were checked in part.
  const whole = verdicts.filter((_, at) => checked[at]?.[0].isPartial !== true)
  const text = table(registry, whole, await rowsOf(page, 'vendor'))
  console.log(text)
  for (const { vendor, fails } of verdicts) for (const fail of fails) console.error(`FAIL ${vendor} ${fail}`)
  if (verdicts.some(({ fails }) => fails.length > 0)) return 1
  if (!values.check) await writeSection(page, 'vendor', text)
  else if (!(await hasSection(page, 'vendor', text))) {
    console.error(`the table in ${page} is out of date: run \`npx bun run test:vendor\` and commit`)
    return 1
  }
  return 0
}

process.exit(await main())
