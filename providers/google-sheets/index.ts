import { behind, messageAt, oauth2, provider } from '@patchbay/core/provider'
import type { Document } from './.generated/document.ts'
import * as spreadsheets from './spreadsheets.ts'
import * as values from './values.ts'

/**
 * Google Sheets, version 4: https://developers.google.com/workspace/sheets/api/reference/rest
 * To know: Access that people give to an application whose project Google has not put into production may end after 7 days: https://developers.google.com/identity/protocols/oauth2#expiration
 */
export default provider({
  id: 'google-sheets',
  title: 'Google Sheets',
  origin: 'https://sheets.googleapis.com',
  /** A refresh token is given with access_type and prompt alone: https://developers.google.com/identity/protocols/oauth2/web-server */
  auth: oauth2({
    authorize: 'https://accounts.google.com/o/oauth2/v2/auth',
    /** https://accounts.google.com/.well-known/openid-configuration */
    issuers: ['https://accounts.google.com'],
    token: 'https://oauth2.googleapis.com/token',
    scopes: {
      'https://www.googleapis.com/auth/spreadsheets': 'Read, change and delete all spreadsheets',
      openid: 'See who you are',
      // Google tells `email` by this name among the granted scopes.
      'https://www.googleapis.com/auth/userinfo.email': 'See your e-mail address',
    },
    clientAuth: 'post',
    parameters: { access_type: 'offline', prompt: 'consent' },
    // https://developers.google.com/identity/protocols/oauth2/web-server#tokenrevoke: the application is no longer allowed at all.
    revoke: { url: 'https://oauth2.googleapis.com/revoke', authentication: 'none', ends: 'grant' },
    // https://accounts.google.com/.well-known/openid-configuration: code_challenge_methods_supported
    pkce: true,
    rotates: false,
  }),
  probe: { action: 'get_me', params: {}, identity: '/email' },
  actions: { ...values, ...spreadsheets },
  /** The other actions of Google's document: https://developers.google.com/workspace/sheets/api/reference/rest */
  overlay: behind<Document>({
    is: {
      batch_spreadsheet_value_clear_by_data_filter: ['deletes'],
      batch_spreadsheet_value_update_by_data_filter: ['runs'],
      batch_spreadsheet_value_get_by_data_filter: [],
    },
  }),
  /** https://developers.google.com/workspace/sheets/api/limits: what is left isn't told. */
  failure: messageAt('/error/message', '/error_description', '/error'),
})
