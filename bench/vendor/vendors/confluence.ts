import type { Vendor } from '../vendor.ts'

const version1 = 'version 2 has nothing of the kind, so the action uses version 1'

const why = 'all members of both forms may be left out, so that each body fits both, and oneOf neither'

export const confluence: Vendor = {
  id: 'confluence',
  documents: [
    {
      file: 'confluence__openapi-v2.v3.json',
      from: 'https://developer.atlassian.com/cloud/confluence/openapi-v2.v3.json',
      corrections: [
        { at: '/components/schemas/PageNestedBodyWrite', value: { not: {} }, why },
        { at: '/components/schemas/CommentNestedBodyWrite', value: { not: {} }, why },
      ],
    },
  ],
  withoutOperation: { search: version1, get_me: version1 },
  settings: { site: 'acme' },
  credential: { access_token: 'ada@example.com:token' },
}
