import { apiKey, messageAt, provider } from '@patchbay/core/provider'
import * as files from './files.ts'
import * as models from './models.ts'

/**
 * OpenAI: https://platform.openai.com/docs/api-reference. Answers are not streamed. What is left of its limits is told as
 * durations like 6m0s, which `limits` has no unit for: https://platform.openai.com/docs/guides/rate-limits
 */
export default provider({
  id: 'openai',
  title: 'OpenAI',
  origin: 'https://api.openai.com',
  /** https://platform.openai.com/docs/api-reference/authentication */
  auth: apiKey({ header: 'Authorization', prefix: 'Bearer ' }),
  probe: { action: 'list_models', params: {} },
  actions: { ...models, ...files },
  /** https://platform.openai.com/docs/guides/error-codes */
  failure: messageAt('/error/message'),
})
