import { text } from '@patchbay/core/provider'

export const spreadsheet_id = text(100, 'Id of the spreadsheet: the part of its URL after /d/')
