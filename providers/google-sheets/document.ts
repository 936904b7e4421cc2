// Made by `bun run codegen import`: change overlay.ts instead.

type Common = "xgafv alt callback fields prettyPrint quotaUser upload_protocol uploadType"

/** The actions of document.json, and their parameters. */
export interface Document {
  create_sheet_spreadsheet: Common | "dataSources developerMetadata namedRanges properties sheets spreadsheetId spreadsheetUrl"
  get_sheet_spreadsheet: Common | "spreadsheetId includeGridData ranges"
  get_spreadsheet_developer_metadata: Common | "spreadsheetId metadataId"
  search_spreadsheet_developer_metadata: Common | "spreadsheetId dataFilters"
  copy_spreadsheet_sheet_to: Common | "spreadsheetId sheetId destinationSpreadsheetId"
  get_spreadsheet_value: Common | "spreadsheetId range dateTimeRenderOption majorDimension valueRenderOption"
  update_spreadsheet_value: Common | "spreadsheetId range includeValuesInResponse responseDateTimeRenderOption responseValueRenderOption valueInputOption majorDimension body_range values"
  append_spreadsheet_value: Common | "spreadsheetId range includeValuesInResponse insertDataOption responseDateTimeRenderOption responseValueRenderOption valueInputOption majorDimension body_range values"
  clear_spreadsheet_value: Common | "spreadsheetId range"
  batch_spreadsheet_value_clear: Common | "spreadsheetId ranges"
  batch_spreadsheet_value_clear_by_data_filter: Common | "spreadsheetId dataFilters"
  batch_spreadsheet_value_get: Common | "spreadsheetId dateTimeRenderOption majorDimension ranges valueRenderOption"
  batch_spreadsheet_value_get_by_data_filter: Common | "spreadsheetId dataFilters dateTimeRenderOption majorDimension valueRenderOption"
  batch_spreadsheet_value_update: Common | "spreadsheetId data includeValuesInResponse responseDateTimeRenderOption responseValueRenderOption valueInputOption"
  batch_spreadsheet_value_update_by_data_filter: Common | "spreadsheetId data includeValuesInResponse responseDateTimeRenderOption responseValueRenderOption valueInputOption"
  batch_spreadsheet_update: Common | "spreadsheetId includeSpreadsheetInResponse requests responseIncludeGridData responseRanges"
  get_spreadsheet_by_data_filter: Common | "spreadsheetId dataFilters includeGridData"
}
