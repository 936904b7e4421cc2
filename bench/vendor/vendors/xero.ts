import type { Vendor } from '../vendor.ts'

export const xero: Vendor = {
  id: 'xero',
  documents: [
    {
      file: 'xero__xero-accounting.yaml',
      from: 'https://raw.githubusercontent.com/XeroAPI/Xero-OpenAPI/master/xero_accounting.yaml',
    },
  ],
  settings: { organisation: '00000000-0000-4000-8000-000000000000' },
}
