import type { Reply } from '../http/exchange.ts'

/** 303, because a browser doesn't send the form's content on with it (RFC 9700, section 4.12). */
export const redirect = (location: string, cookie?: string): Reply => ({
  status: 303,
  body: null,
  headers: { location, ...(cookie !== undefined && { 'set-cookie': cookie }) },
})
