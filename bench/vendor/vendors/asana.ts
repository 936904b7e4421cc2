import type { Vendor } from '../vendor.ts'

export const asana: Vendor = {
  id: 'asana',
  documents: [
    {
      file: 'asana__defs-asana-oas.yaml',
      from: 'https://raw.githubusercontent.com/Asana/openapi/master/defs/asana_oas.yaml',
    },
  ],
}
