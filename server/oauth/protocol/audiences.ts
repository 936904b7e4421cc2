/** The resources that access tokens are issued for (RFC 8707): the gateway, or its MCP endpoint. Both give the same access. */
export const audiences = (baseUrl: string): readonly string[] => [baseUrl, `${baseUrl}/mcp`]

/** The audience that a client names, in the gateway's own spelling; `undefined` for any other resource. */
export const findAudience = (baseUrl: string, resource: string): string | undefined => {
  const href = URL.parse(resource)?.href
  return audiences(baseUrl).find((audience) => new URL(audience).href === href)
}
