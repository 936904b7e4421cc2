import type { Vendor } from '../vendor.ts'

const text = { type: 'string' }

export const intercom: Vendor = {
  id: 'intercom',
  documents: [
    {
      file: 'intercom__api-intercom-io-yaml.yaml',
      corrections: [
        {
          at: '/paths/~1conversations~1{conversation_id}/get/parameters/1/schema',
          value: text,
          why: 'conversations that the document answers have a text for an id, and other operations take it as one',
        },
        {
          at: '/paths/~1contacts~1{contact_id}~1notes/post/parameters/1/schema',
          value: text,
          why: 'contacts that the document answers have a text for an id, 24 hexadecimal digits in its examples',
        },
      ],
    },
  ],
  settings: { host: 'api' },
}
