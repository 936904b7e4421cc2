import { integer, read, Type, text, write } from '@patchbay/core/provider'
import { spreadsheet_id } from './parameters.ts'

const title = text(200, 'The title')
const sheet_id = integer('Number of the sheet: get_spreadsheet shows it as sheetId', { min: 0 })
const aSpreadsheet = Type.Object({ spreadsheetId: Type.String() })

/** https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets/get */
export const get_spreadsheet = read('GET /v4/spreadsheets/{spreadsheet_id}', {
  description: "Get a spreadsheet's title and its sheets with their sizes, without cells",
  synonyms: ['tabs', 'structure', 'workbook'],
  ttl: '1m',
  params: { spreadsheet_id },
  request: () => ({
    query: { fields: 'spreadsheetId,spreadsheetUrl,properties(title,locale,timeZone),sheets.properties' },
  }),
  result: aSpreadsheet,
})

/** https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets/create */
export const create_spreadsheet = write('POST /v4/spreadsheets', {
  description: 'Create a spreadsheet',
  synonyms: ['new', 'workbook', 'table'],
  is: [],
  roles: { text: ['/title'] },
  additive: true,
  params: { title },
  rename: { title: '/properties/title' },
  result: aSpreadsheet,
})

/** https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets/request#addsheetrequest */
export const add_sheet = write('POST /v4/spreadsheets/{spreadsheet_id}:batchUpdate', {
  description: 'Add a sheet to a spreadsheet',
  synonyms: ['tab', 'new'],
  is: [],
  roles: { destination: ['/spreadsheet_id'], text: ['/title'] },
  additive: true,
  params: { spreadsheet_id, title },
  request: ({ title }) => ({ body: { title: undefined, requests: [{ addSheet: { properties: { title } } }] } }),
  result: aSpreadsheet,
})

/** https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets/request#deletesheetrequest */
export const delete_sheet = write('POST /v4/spreadsheets/{spreadsheet_id}:batchUpdate', {
  description: 'Delete a sheet with everything in it',
  synonyms: ['tab', 'remove'],
  is: ['deletes'],
  roles: { destination: ['/spreadsheet_id'] },
  params: { spreadsheet_id, sheet_id },
  request: ({ sheet_id: sheetId }) => ({ body: { sheet_id: undefined, requests: [{ deleteSheet: { sheetId } }] } }),
  result: aSpreadsheet,
})

/** https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets.sheets/copyTo */
export const copy_sheet = write('POST /v4/spreadsheets/{spreadsheet_id}/sheets/{sheet_id}:copyTo', {
  description: 'Copy a sheet into another spreadsheet',
  synonyms: ['tab', 'duplicate'],
  is: ['shares'],
  roles: { destination: ['/to_spreadsheet_id'] },
  additive: true,
  params: { spreadsheet_id, sheet_id, to_spreadsheet_id: text(100, 'Id of the spreadsheet to copy it into') },
  rename: { to_spreadsheet_id: 'destinationSpreadsheetId' },
  result: Type.Object({ sheetId: Type.Integer() }),
})

/** https://developers.google.com/identity/openid-connect/openid-connect#obtainuserinfo */
export const get_me = read('GET /v1/userinfo', {
  description: 'Get the Google account that calls are made as',
  synonyms: ['who am i', 'account'],
  origin: 'https://openidconnect.googleapis.com',
  params: {},
  result: Type.Object({ sub: Type.String() }),
})
