import { knownVendors, signInOf } from '../../../codegen/import/vendors/vendors.ts'
import { markdownTable } from './markdown-table.ts'

const kinds = { openapi: 'OpenAPI', mcp: 'MCP' } as const

/** The documents and servers that `patchbay add` knows by name. */
export const vendorTable = (): string =>
  markdownTable(
    ['vendor', 'name', 'what', 'sign-in', 'licence', 'seen'],
    knownVendors.flatMap((vendor) =>
      (vendor.offers ?? []).map((offer) => [
        vendor.title,
        [vendor.name, ...(vendor.aliases ?? [])].map((name) => `\`${name}\``).join(', '),
        `[${kinds[offer.kind]}](${offer.address})`,
        signInOf(vendor, offer),
        offer.licence,
        `[${offer.date}](${offer.source})${offer.unverified ? ', not verified' : ''}`,
      ]),
    ),
  )
