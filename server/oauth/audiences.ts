/** What access tokens are issued for (RFC 8707): the whole gateway, or its MCP endpoint. They open the same doors. */
export const audiences = (baseUrl: string): readonly string[] => [baseUrl, `${baseUrl}/mcp`]

/** The audience that a client names, in the gateway's own spelling; `undefined`: it is none of ours. */
export const findAudience = (baseUrl: string, resource: string): string | undefined => {
  const href = URL.parse(resource)?.href
  return audiences(baseUrl).find((audience) => new URL(audience).href === href)
}
