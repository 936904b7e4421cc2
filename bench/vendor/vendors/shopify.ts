import type { Vendor } from '../vendor.ts'

export const shopify: Vendor = {
  id: 'shopify',
  documents: [
    {
      file: 'shopify__admin-2026-10.graphql.json',
      from: '@shopify/dev-mcp 1.16.0 of npm, dist/data/admin_2026-10.json.gz',
    },
  ],
  codes: ['CountryCode', 'CurrencyCode'],
  settings: { shop: 'acme' },
}
