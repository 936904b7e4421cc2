import { apiKey, messageAt, oauth2, oneOf, provider } from '@patchbay/core/provider'
import * as blocks from './blocks.ts'
import * as databases from './databases.ts'
import * as files from './files.ts'
import * as pages from './pages.ts'

/**
 * Notion: https://developers.notion.com/reference/intro
 * To know: an integration sees only the pages that were shared with it, and what is below them.
 * To know: an uploaded file is gone after an hour unless a block, property, icon or cover has it: https://developers.notion.com/docs/uploading-small-files
 * To know: three calls a second on average, and 1,000 blocks or 500 KB a call: https://developers.notion.com/reference/request-limits
 */
export default provider({
  id: 'notion',
  title: 'Notion',
  origin: 'https://api.notion.com',
  auth: oneOf({
    /**
     * Notion has no scopes: its page of consent asks which pages to share.
     * https://developers.notion.com/docs/authorization; each refresh gives a new pair of tokens:
     * https://developers.notion.com/reference/refresh-a-token
     */
    oauth: oauth2({
      authorize: 'https://api.notion.com/v1/oauth/authorize',
      token: 'https://api.notion.com/v1/oauth/token',
      scopes: {},
      parameters: { owner: 'user' },
      clientAuth: 'basic',
      encoding: 'json',
      identity: '/workspace_name',
      /** https://developers.notion.com/reference/revoke-token */
      revoke: {
        url: 'https://api.notion.com/v1/oauth/revoke',
        token: 'access',
        authentication: 'basic',
        json: 'token',
      },
      rotates: true,
    }),
    /** An internal integration's secret: https://developers.notion.com/docs/create-a-notion-integration */
    key: apiKey({ header: 'Authorization', prefix: 'Bearer ' }),
  }),
  credentialsPage: 'https://www.notion.so/profile/integrations',
  credentialFields: { key: { label: 'Integration secret', hint: 'Begins with ntn_ or secret_' } },
  /** https://developers.notion.com/reference/versioning */
  headers: { 'Notion-Version': '2025-09-03' },
  probe: { action: 'get_bot', params: {}, identity: ['/bot/workspace_name', '/name'] },
  actions: { ...pages, ...databases, ...blocks, ...files },
  listed: [
    'search',
    'get_page',
    'get_page_markdown',
    'create_page',
    'update_page',
    'append_markdown',
    'replace_markdown',
    'get_database',
    'get_data_source',
    'query_data_source',
    'list_blocks',
    'append_blocks',
    'delete_block',
    'list_comments',
    'create_comment',
    'list_users',
    'get_bot',
  ],
  /** Three calls a second on average: https://developers.notion.com/reference/request-limits */
  limits: { headers: 'Retry-After' },
  /** https://developers.notion.com/reference/status-codes */
  failure: messageAt('/message'),
})
