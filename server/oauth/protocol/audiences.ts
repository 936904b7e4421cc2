/** The resources that access tokens are issued for (RFC 8707): the gateway, or its MCP endpoint. Both give the same access. */
export const audiences = (baseUrl: string): readonly string[] => [baseUrl, `${baseUrl}/mcp`]

/** Fragments, and what parsers read in different ways: spaces, backslashes, user names, and escapes before the query. */
const isAmbiguous = (resource: string): boolean => /[^\x21-\x7e]|[\\#]|^[^/?]*\/\/[^/?]*@|^[^?]*%/.test(resource)

/** A client names the address that it was given, which may have a query (`/mcp?tools=effects`) and a slash at its end. */
const withoutEnd = ({ origin, pathname }: URL): string => origin + pathname.replace(/\/$/, '')

const findOne = (baseUrl: string, resource: string): string | undefined => {
  const url = isAmbiguous(resource) ? null : URL.parse(resource)
  return url ? audiences(baseUrl).find((audience) => withoutEnd(new URL(audience)) === withoutEnd(url)) : undefined
}

/**
 * The audience that a client names, in the gateway's own spelling; `undefined` for any other resource. Of several, with spaces in between
 * (Codex sends the address and its configured resource: openai/codex#34467), each must be ours, and the first one counts.
 */
export const findAudience = (baseUrl: string, resources: string): string | undefined => {
  const audiences = resources.split(' ').map((resource) => findOne(baseUrl, resource))
  return audiences.includes(undefined) ? undefined : audiences[0]
}

/** The error of a `resource` that isn't ours. */
export const describeResources = (baseUrl: string): string =>
  `The resource is not ${baseUrl} or ${baseUrl}/mcp, with or without a query and a slash at its end`
