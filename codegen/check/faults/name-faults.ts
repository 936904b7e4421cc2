/** The names that MCP clients accept for a tool's parameters. */
const parameterName = /^[a-zA-Z0-9_-]{1,64}$/

/** The name of a header or a cookie: a token (RFC 9110, section 5.6.2). */
export const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/

/** The faults of a parameter's or setting's name. */
export const nameFaults = (at: string, name: string): string[] =>
  parameterName.test(name)
    ? inheritedFaults(at, name)
    : [`${at} has a name that doesn't match ${parameterName.source}: rename it`]

/** Names that every object inherits: TypeBox's checks ask `"name" in value`, which is always true for them. */
export const inheritedFaults = (at: string, name: string): string[] =>
  name in Object.prototype ? [`${at} has the name of a member that every JavaScript object has: rename it`] : []
