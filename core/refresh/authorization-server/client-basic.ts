import type { ClientAuth } from 'oauth4webapi'

const inForm = (text: string): string => new URLSearchParams([['', text]]).toString().slice(1)

/**
 * HTTP Basic of a client, its id and secret encoded as in a form (RFC 6749, section 2.3.1). oauth4webapi's own also encodes `-`, `_`
 * and `.`, which vendors that don't decode, such as Notion, have in their ids and secrets.
 */
export const clientBasic =
  (secret: string): ClientAuth =>
  (_server, { client_id }, _body, headers) => {
    headers.set('authorization', `Basic ${btoa(`${inForm(client_id)}:${inForm(secret)}`)}`)
  }
