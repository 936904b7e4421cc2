// Made by `bun run codegen import`: change overlay.ts instead.

/** The actions of document.json, and their parameters. */
export interface Document {
  "create_sheet_spreadsheet": "xgafv"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"dataSources"|"developerMetadata"|"namedRanges"|"properties"|"sheets"|"spreadsheetId"|"spreadsheetUrl"
  "get_sheet_spreadsheet": "spreadsheetId"|"xgafv"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"includeGridData"|"ranges"
  "get_spreadsheet_developer_metadata": "spreadsheetId"|"metadataId"|"xgafv"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"
  "search_spreadsheet_developer_metadata": "spreadsheetId"|"xgafv"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"dataFilters"
  "copy_spreadsheet_sheet_to": "spreadsheetId"|"sheetId"|"xgafv"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"destinationSpreadsheetId"
  "get_spreadsheet_value": "spreadsheetId"|"range"|"xgafv"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"dateTimeRenderOption"|"majorDimension"|"valueRenderOption"
  "update_spreadsheet_value": "spreadsheetId"|"range"|"xgafv"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"includeValuesInResponse"|"responseDateTimeRenderOption"|"responseValueRenderOption"|"valueInputOption"|"majorDimension"|"body_range"|"values"
  "append_spreadsheet_value": "spreadsheetId"|"range"|"xgafv"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"includeValuesInResponse"|"insertDataOption"|"responseDateTimeRenderOption"|"responseValueRenderOption"|"valueInputOption"|"majorDimension"|"body_range"|"values"
  "clear_spreadsheet_value": "spreadsheetId"|"range"|"xgafv"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"
  "batch_spreadsheet_value_clear": "spreadsheetId"|"xgafv"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"ranges"
  "batch_spreadsheet_value_clear_by_data_filter": "spreadsheetId"|"xgafv"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"dataFilters"
  "batch_spreadsheet_value_get": "spreadsheetId"|"xgafv"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"dateTimeRenderOption"|"majorDimension"|"ranges"|"valueRenderOption"
  "batch_spreadsheet_value_get_by_data_filter": "spreadsheetId"|"xgafv"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"dataFilters"|"dateTimeRenderOption"|"majorDimension"|"valueRenderOption"
  "batch_spreadsheet_value_update": "spreadsheetId"|"xgafv"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"data"|"includeValuesInResponse"|"responseDateTimeRenderOption"|"responseValueRenderOption"|"valueInputOption"
  "batch_spreadsheet_value_update_by_data_filter": "spreadsheetId"|"xgafv"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"data"|"includeValuesInResponse"|"responseDateTimeRenderOption"|"responseValueRenderOption"|"valueInputOption"
  "batch_spreadsheet_update": "spreadsheetId"|"xgafv"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"includeSpreadsheetInResponse"|"requests"|"responseIncludeGridData"|"responseRanges"
  "get_spreadsheet_by_data_filter": "spreadsheetId"|"xgafv"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"dataFilters"|"includeGridData"
}
