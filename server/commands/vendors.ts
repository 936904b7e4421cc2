import { type Command, column, jsonOption, showTable, usageError, wideOption } from '@patchbay/cli'
import { showJson } from '@patchbay/core/shown-text'
import { loadImporter } from './add/importer.ts'

const kindWords = { openapi: 'API', mcp: 'MCP' } as const

export const vendorsCommand: Command = {
  summary: 'List the vendors that "add" knows by name, with their documents and MCP servers',
  description:
    'Each entry says its licence, how one signs in, and where and when it was seen. Documents are not shipped: "add" fetches them.',
  isRemote: false,
  args: {
    search: { type: 'positional', required: false, description: 'only those with this text in a name or an address' },
    ...jsonOption,
    ...wideOption,
  },
  examples: ['patchbay vendors', 'patchbay vendors google --wide'],
  async run({ text, flag, terminal }) {
    const { searchVendors, signInOf } = await loadImporter()
    const rows = searchVendors(text('search') ?? '').flatMap((vendor) =>
      (vendor.offers ?? []).map((offer) => ({
        name: vendor.name,
        title: vendor.title,
        kind: kindWords[offer.kind],
        'sign-in': signInOf(vendor, offer),
        licence: offer.licence,
        address: offer.address,
        seen: `${offer.date} ${offer.source}${offer.unverified ? ' (unverified)' : ''}`,
      })),
    )
    if (rows.length === 0) throw usageError('no vendor is known by that; "add" takes URLs and files as well')
    if (flag('json')) terminal.out(showJson({ vendors: rows }, 2))
    else {
      const shown = [column('name', 'name', 'id'), column('kind'), column('sign-in'), column('licence')]
      const all = [column('name', 'name', 'id'), column('title'), ...shown.slice(1), column('address'), column('seen')]
      showTable(flag('wide') ? all : shown, rows, terminal)
    }
  },
}
