import { apiKey, messageAt, provider } from '@patchbay/core/provider'
import * as items from './items.ts'

/** Link the vendor's documentation here. How to write a provider: docs/providers.md of Patchbay. */
export default provider({
  id: 'new-provider',
  title: 'New provider',
  /** All calls go to this origin: write the vendor's, as codegen refuses this one. Use `origin` with `settings` when each account has its own. */
  origin: 'https://api.example.com',
  /** The way a stored credential is sent; other kinds are `oauth2`, `basic` and `none`. */
  auth: apiKey({ header: 'authorization', prefix: 'Bearer ' }),
  /** A read that shows whether a credential works. */
  probe: { action: 'list_items', params: {} },
  /** Each file holds the actions of one resource. Each export is an action, by the name that callers use. */
  actions: { ...items },
  /** The error message's place in the vendor's responses. */
  failure: messageAt('/error/message'),
})
