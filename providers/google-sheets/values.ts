import { choice, list, object, optional, read, Type, text, write } from '@patchbay/core/provider'
import { spreadsheet_id } from './parameters.ts'

const range = text(500, "Range in A1 notation, e.g. Sheet1!A1:D20, or a sheet's name for all of it")
const cell = Type.Union([Type.String({ maxLength: 50_000 }), Type.Number(), Type.Boolean(), Type.Null()], {
  description: 'Value of a cell; null leaves it unchanged',
})
const rows = list(list(cell, { max: 1000, description: 'The cells of a row' }), {
  max: 10_000,
  description: 'The rows',
})
const render = choice(
  ['FORMATTED_VALUE', 'UNFORMATTED_VALUE', 'FORMULA'],
  'How values are rendered; default: FORMATTED_VALUE',
)
const input = choice(
  ['USER_ENTERED', 'RAW'],
  'USER_ENTERED: parsed as if typed, with formulas and dates; RAW: stored as given',
)
/** False only if no cell surely is a formula, which may fetch: values that begin with a letter or digit are taken as they are, or as a date. */
const mayBeFormula = (value: unknown): boolean => {
  if (typeof value === 'string') return value !== '' && !/^[\p{L}\p{N}]/u.test(value)
  return typeof value === 'object' && value !== null && Object.values(value).some(mayBeFormula)
}
const place = { spreadsheet_id, range }

/** https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets.values/get */
export const read_range = read('GET /v4/spreadsheets/{spreadsheet_id}/values/{range}', {
  description: 'Read the cells of a range, row by row',
  synonyms: ['get', 'rows', 'table', 'data', 'list'],
  ttl: '30s',
  params: { ...place, render: optional(render) },
  rename: { render: 'valueRenderOption' },
  result: Type.Object({ range: Type.String() }),
})

/** https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets.values/batchGet */
export const read_ranges = read('GET /v4/spreadsheets/{spreadsheet_id}/values:batchGet', {
  description: 'Read the cells of several ranges',
  synonyms: ['get', 'rows', 'data'],
  ttl: '30s',
  params: { spreadsheet_id, ranges: list(range, { min: 1, max: 50, description: 'Ranges' }), render: optional(render) },
  rename: { render: 'valueRenderOption' },
  result: Type.Object({ spreadsheetId: Type.String() }),
})

/** https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets.values/update */
export const write_range = write('PUT /v4/spreadsheets/{spreadsheet_id}/values/{range}', {
  description: 'Write cells into a range, starting at its upper left corner',
  synonyms: ['set', 'update', 'fill', 'edit', 'formula'],
  is: ['runs'],
  onlyIf: { runs: ({ rows, input }) => input !== 'RAW' && mayBeFormula(rows) },
  roles: { destination: ['/spreadsheet_id'] },
  idempotent: true,
  params: { ...place, rows, input },
  in: { input: 'query' },
  rename: { rows: 'values', input: 'valueInputOption' },
  result: Type.Object({ spreadsheetId: Type.String() }),
})

/** https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets.values/batchUpdate */
export const write_ranges = write('POST /v4/spreadsheets/{spreadsheet_id}/values:batchUpdate', {
  description: 'Write cells into several ranges at once',
  synonyms: ['set', 'update', 'fill'],
  is: ['runs'],
  onlyIf: { runs: ({ data, input }) => input !== 'RAW' && mayBeFormula(data) },
  roles: { destination: ['/spreadsheet_id'] },
  idempotent: true,
  params: {
    spreadsheet_id,
    data: list(object({ range, values: rows }), { min: 1, max: 50, description: 'Ranges with their rows' }),
    input,
  },
  rename: { input: 'valueInputOption' },
  result: Type.Object({ spreadsheetId: Type.String() }),
})

/** https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets.values/append; sent twice it appends twice. */
export const append_rows = write('POST /v4/spreadsheets/{spreadsheet_id}/values/{range}:append', {
  description: 'Add rows after the last row of the table in a range',
  synonyms: ['insert', 'log', 'new row'],
  is: ['runs'],
  onlyIf: { runs: ({ rows, input }) => input !== 'RAW' && mayBeFormula(rows) },
  roles: { destination: ['/spreadsheet_id'] },
  additive: true,
  params: { ...place, rows, input },
  in: { input: 'query' },
  rename: { rows: 'values', input: 'valueInputOption' },
  request: () => ({ query: { insertDataOption: 'INSERT_ROWS' } }),
  result: Type.Object({ spreadsheetId: Type.String() }),
})

/** https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets.values/clear */
export const clear_range = write('POST /v4/spreadsheets/{spreadsheet_id}/values/{range}:clear', {
  description: 'Clear the values of a range; formats stay',
  synonyms: ['empty', 'delete', 'remove'],
  is: ['deletes'],
  roles: { destination: ['/spreadsheet_id'] },
  idempotent: true,
  params: place,
  request: () => ({ body: {} }),
  result: Type.Object({ spreadsheetId: Type.String() }),
})
