import { read } from '@patchbay/core/provider'

/** A read that may be as old as GitHub itself lets a private cache keep it: `Cache-Control: private, max-age=60`. */
export const fresh = read({ ttl: '60s' })
