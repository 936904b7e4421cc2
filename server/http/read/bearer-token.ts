/** RFC 6750, section 2.1; the scheme's name has no case (RFC 9110, section 11.1). */
export const bearerToken = (headers: Headers): string | undefined =>
  /^bearer +([\x21-\x7e]+) *$/i.exec(headers.get('authorization') ?? '')?.[1]
