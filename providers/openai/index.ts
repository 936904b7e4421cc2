import { apiKey, behind, messageAt, provider } from '@patchbay/core/provider'
import type { Document } from './.generated/document.ts'
import { openaiClasses } from './document-classes.ts'
import * as files from './files.ts'
import * as models from './models.ts'
import { sunset } from './sunset.ts'

/**
 * OpenAI: https://platform.openai.com/docs/api-reference. Answers are not streamed. What is left of its limits is told as
 * durations like 6m0s, which `limits` has no unit for: https://platform.openai.com/docs/guides/rate-limits
 */
export default provider({
  id: 'openai',
  title: 'OpenAI',
  origin: 'https://api.openai.com',
  /**
   * https://platform.openai.com/docs/api-reference/authentication
   * To know: Answers aren't streamed, so actions have no parameter `stream`.
   */
  auth: apiKey({ header: 'Authorization', prefix: 'Bearer ' }),
  credentialsPage: 'https://platform.openai.com/api-keys',
  credentialFields: { key: { label: 'Secret key', hint: 'Begins with sk-' } },
  probe: { action: 'list_models', params: {} },
  actions: { ...models, ...files },
  /**
   * The other actions of OpenAI's OpenAPI document: https://github.com/openai/openai-openapi, except those that make
   * keys, which would bypass the gateway.
   */
  overlay: behind<Document>({
    is: openaiClasses,
    fill: { stream: undefined },
    // Their answers have the key as `value`: https://platform.openai.com/docs/api-reference/realtime-sessions
    secret: ['create_realtime_client_secret', 'create_realtime_session', 'create_realtime_translation_client_secret'],
    hide: ['create_admin_api_keys', 'create_project_service_account', 'createan_ap_ikeyforaserviceaccount'],
    sunset,
  }),
  /** https://platform.openai.com/docs/guides/error-codes */
  failure: messageAt('/error/message'),
})
