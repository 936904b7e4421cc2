import { read } from '@patchbay/core/provider'

/** Link the page of the vendor's documentation here. */
export const get_me = read('GET /me', {
  description: 'Get the person who is signed in',
  params: {},
})
