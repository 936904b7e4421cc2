import { apiKey, messageAt, provider } from '@patchbay/core/provider'
import * as databases from './databases.ts'
import * as files from './files.ts'
import * as pages from './pages.ts'

/** A product for notes, whose API is built like Notion's: https://developers.notion.com/reference */
export default provider({
  id: 'notes',
  title: 'Notes',
  origin: 'https://api.notes.vendor-host.com',
  auth: apiKey({ header: 'Authorization', prefix: 'Bearer ' }),
  headers: { 'Notes-Version': '2026-01-01' },
  probe: { action: 'search', params: { limit: 1 } },
  actions: { ...pages, ...databases, ...files },
  /** `{"object": "error", "code": "object_not_found", "message": "…"}` */
  failure: messageAt('/message'),
})
