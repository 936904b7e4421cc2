/** The resources that access tokens are issued for (RFC 8707): the gateway, or its MCP endpoint. Both give the same access. */
export const audiences = (baseUrl: string): readonly string[] => [baseUrl, `${baseUrl}/mcp`]

/** Fragments, and what parsers read in different ways: spaces, backslashes, user names, and escapes before the query. */
const isAmbiguous = (resource: string): boolean => /[^\x21-\x7e]|[\\#]|^[^/?]*\/\/[^/?]*@|^[^?]*%/.test(resource)

/** A client names the address that it was given, which may have a query (`/mcp?tools=effects`) and a slash at its end. */
const withoutEnd = ({ origin, pathname }: URL): string => origin + pathname.replace(/\/$/, '')

/** The audience that a client names, in the gateway's own spelling; `undefined` for any other resource. */
export const findAudience = (baseUrl: string, resource: string): string | undefined => {
  const url = isAmbiguous(resource) ? null : URL.parse(resource)
  return url ? audiences(baseUrl).find((audience) => withoutEnd(new URL(audience)) === withoutEnd(url)) : undefined
}

/** The error of a `resource` that isn't ours. */
export const describeResources = (baseUrl: string): string =>
  `The resource is not ${baseUrl} or ${baseUrl}/mcp, with or without a query and a slash at its end`
