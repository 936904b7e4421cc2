import type { Vendor } from '../vendor.ts'

export const github: Vendor = {
  id: 'github',
  documents: [{ file: 'github__api-github-com.json' }],
  headers: {
    authorization: 'https://docs.github.com/en/rest/authentication/authenticating-to-the-rest-api',
    'x-github-api-version': 'https://docs.github.com/en/rest/about-the-rest-api/api-versions',
  },
}
