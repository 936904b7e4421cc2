import type { Pointer } from '../answer/pages.ts'

/**
 * The vendor's way to end access when its account is deleted. With `url` alone: by the form of RFC 7009, section 2.1, where the client
 * authenticates as at the token endpoint.
 */
export interface Revocation {
  /**
   * The vendor's endpoint. `{client_id}`, `{token}` and `{account}` stand for the values; a request with the token in its URL has no body.
   * @example url: 'https://api.example.com/refresh-tokens/{token}'
   */
  readonly url: string
  /**
   * Left out: `POST`.
   * @example method: 'DELETE'
   */
  readonly method?: 'DELETE'
  /**
   * The token that the vendor takes; left out: the refresh token, or without one the access token.
   * @example token: 'access'
   */
  readonly token?: 'access'
  /**
   * The authentication of the request instead: the client by HTTP Basic, the token itself as a bearer (then it is not in the body), the
   * client's secret as a bearer, or nothing.
   * @example authentication: 'bearer'
   */
  readonly authentication?: 'basic' | 'bearer' | 'secret' | 'none'
  /**
   * The members of the form, where the vendor wants others than RFC 7009: `{client_id}`, `{token}` and `{account}` stand for the values.
   * @example form: { client_id: '{client_id}', shop: '{account}' }
   */
  readonly form?: Readonly<Record<string, string>>
  /**
   * The place of the account's id in the token endpoint's answer, for `{account}`: a JSON pointer. It is kept with the token.
   * @example account: '/shop_id'
   */
  readonly account?: Pointer
  /**
   * The member that holds the token in a JSON body; left out: the body is a form.
   * @example json: 'access_token'
   */
  readonly json?: string
  /**
   * The vendor ends every token that the same person gave the same application. The gateway then doesn't ask while another account
   * of that person is connected.
   * @example ends: 'grant'
   */
  readonly ends?: 'grant'
}
