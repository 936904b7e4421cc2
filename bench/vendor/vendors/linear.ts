import type { Vendor } from '../vendor.ts'

export const linear: Vendor = {
  id: 'linear',
  documents: [
    {
      file: 'linear__schema.graphql',
      from: 'https://github.com/linear/linear/blob/8335e09a17dd8aa351dace3d05a94a55e78dad2a/packages/sdk/src/schema.graphql',
    },
  ],
}
