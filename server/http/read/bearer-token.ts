/**
 * The token of RFC 6750, section 2.1; the scheme's name has no case (RFC 9110, section 11.1). A client's form may put the scheme before
 * what somebody pasted with it (`Bearer Bearer abc`), a colon behind it, or quotes around the token.
 */
export const bearerToken = (headers: Headers): string | undefined => {
  const match = /^(?:bearer:? +)+(?:"([\x21\x23-\x7e]+)"|([\x21-\x7e]+)) *$/i.exec(headers.get('authorization') ?? '')
  return match?.[1] ?? match?.[2]
}
