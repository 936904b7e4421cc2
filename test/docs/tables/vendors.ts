import { knownVendors, signInOf } from '../../../codegen/import/vendors/vendors.ts'
import { folded } from './folded.ts'
import { markdownTable } from './markdown-table.ts'

const kinds = { openapi: 'OpenAPI', mcp: 'MCP' } as const

const offersOf = (kind: keyof typeof kinds): string[][] =>
  knownVendors.flatMap((vendor) =>
    (vendor.offers ?? [])
      .filter((offer) => offer.kind === kind)
      .map((offer) => [
        vendor.title,
        [vendor.name, ...(vendor.aliases ?? [])].map((name) => `\`${name}\``).join(', '),
        `[${kinds[offer.kind]}](${offer.address})`,
        signInOf(vendor, offer),
        offer.licence,
        `[${offer.date}](${offer.source})${offer.unverified ? ', not verified' : ''}`,
      ]),
  )

const tableOf = (kind: keyof typeof kinds, title: string): string => {
  const rows = offersOf(kind)
  const table = markdownTable(['vendor', 'name', 'what', 'sign-in', 'licence', 'seen'], rows)
  return folded(`${rows.length} ${title}`, table)
}

/** The documents and servers that `patchbay add` knows by name. */
export const vendorTable = (): string =>
  [tableOf('openapi', 'OpenAPI documents'), tableOf('mcp', 'MCP servers')].join('\n\n')
