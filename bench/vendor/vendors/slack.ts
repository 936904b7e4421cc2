import type { Vendor } from '../vendor.ts'

export const slack: Vendor = {
  id: 'slack',
  documents: [
    {
      file: 'slack__web-api-slack-web-openapi-v2.json',
      credentials: {
        token: 'https://docs.slack.dev/changelog/2020-11-no-more-tokens-in-querystrings-for-newly-created-apps',
      },
    },
  ],
}
