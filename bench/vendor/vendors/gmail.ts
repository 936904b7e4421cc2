import type { Pointer } from '@patchbay/core/provider'
import type { CorrectedFile } from '../document.ts'
import type { Vendor } from '../vendor.ts'

const content = (path: string): Pointer => `/paths/~1gmail~1v1~1users~1{userId}~1${path}/post/requestBody/content`
const json = (name: string) => ({ 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } })
const why =
  'https://developers.google.com/workspace/gmail/api/guides/sending: without /upload in its path, a body is JSON; the document has the types of uploads'

const corrections: CorrectedFile['corrections'] = [
  { at: content('drafts'), value: json('Draft'), why },
  { at: content('drafts~1send'), value: json('Draft'), why },
  { at: content('messages~1send'), value: json('Message'), why },
  {
    at: '/components/schemas/Message/properties/raw',
    value: { type: 'string', pattern: '^[A-Za-z0-9_-]*={0,2}$' },
    why: 'the description of the member: it is base64url, and its format says base64',
  },
]

export const gmail: Vendor = { id: 'gmail', documents: [{ file: 'googleapis__gmail.yaml', corrections }] }
