import type { Vendor } from '../vendor.ts'

const from = (version: string) => `https://developers.pipedrive.com/docs/api/v1/openapi${version}.yaml`

export const pipedrive: Vendor = {
  id: 'pipedrive',
  documents: [
    { file: 'pipedrive__v2.yaml', from: from('-v2') },
    { file: 'pipedrive__v1.yaml', from: from('') },
  ],
}
