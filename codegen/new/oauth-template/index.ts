import { messageAt, oauth2, provider } from '@patchbay/core/provider'
import * as items from '../template/items.ts'
import * as files from './files.ts'
import * as people from './people.ts'

/**
 * Link the vendor's documentation here. How to write a provider: docs/providers.md of Patchbay. `testing/vendor.ts` is a vendor on your own
 * machine: `npx bun providers/new-provider/testing/vendor.ts` starts it and says how to connect, list and upload.
 */
export default provider({
  id: 'new-provider',
  title: 'New provider',
  /** All calls go to this origin: write the vendor's, as codegen refuses this one unless PROVIDER_ORIGINS sends the calls elsewhere. */
  origin: 'https://api.example.com',
  /** The vendor's sign-in, and what its scopes allow, in words for the person who signs in. */
  auth: oauth2({
    authorize: 'https://login.example.com/oauth/authorize',
    token: 'https://login.example.com/oauth/token',
    scopes: { 'items.read': 'Read your items', 'items.write': 'Add items and files' },
    /** Each refresh returns a new refresh token and revokes the previous one. */
    rotates: true,
    pkce: true,
  }),
  /** A read that shows whether a credential works, and whose account it is. */
  probe: { action: 'get_me', params: {}, identity: '/email' },
  /** Each file holds the actions of one resource. Each export is an action, by the name that callers use. */
  actions: { ...files, ...items, ...people },
  /** The error message's place in the vendor's responses. */
  failure: messageAt('/error/message'),
})
