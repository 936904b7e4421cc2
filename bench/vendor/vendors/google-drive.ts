import type { Vendor } from '../vendor.ts'

const file = 'googleapis__drive.yaml'
const uploads = 'https://developers.google.com/workspace/drive/api/guides/manage-uploads'
const why = `${uploads}: metadata alone go as JSON to the path without /upload; the document has the bodies of uploads`
const metadata = { 'application/json': { schema: { $ref: '#/components/schemas/File' } } }
const bytes = { 'text/plain': { schema: { type: 'string', format: 'binary' } } }

export const googleDrive: Vendor = {
  id: 'google-drive',
  documents: [
    {
      file,
      corrections: [
        {
          at: '/components/schemas/File/properties',
          isClearedByNull: true,
          why: 'https://developers.google.com/workspace/drive/api/guides/performance#patch',
        },
        { at: '/components/requestBodies/File/content', value: metadata, why },
        { at: '/paths/~1files~1{fileId}/patch/requestBody/content', value: metadata, why },
      ],
    },
    {
      file,
      corrections: [
        { at: '/servers', value: [{ url: 'https://www.googleapis.com/upload/drive/v3' }], why },
        {
          at: '/components/requestBodies/File/content',
          value: bytes,
          why: "files.create of the document itself: any media type is accepted, and the check's file is a text",
        },
      ],
    },
  ],
}
