/** The meaning of a tool's name: which domain is called, and what the arguments may choose. No domain's id has an underscore. */
export type ToolName =
  /** `hubspot`: every action of the domain. */
  | { readonly kind: 'domain'; readonly domain: string }
  /** `hubspot_read`: the reads of the domain. */
  | { readonly kind: 'effect'; readonly domain: string; readonly effect: ToolEffect }
  /** `hubspot_search`: one action. */
  | { readonly kind: 'action'; readonly domain: string; readonly action: string }
  /** `call_read`: the reads of every domain. */
  /** `byCode`: the call is one of a run's. */
  | { readonly kind: 'call'; readonly effect: ToolEffect; readonly byCode?: true }
  /** `run_read`: code whose calls only read. */
  | { readonly kind: 'run'; readonly effect: ToolEffect }
  | { readonly kind: 'find' }
  /** `read_file`: any file of the caller. */
  | { readonly kind: 'file' }
  | { readonly kind: 'describe' }

export type ToolEffect = 'read' | 'write'

/** The tools that belong to no domain. Codegen refuses plugins whose tools would have the same names. */
const general: ReadonlyMap<string, ToolName> = new Map([
  ['find_actions', { kind: 'find' }],
  ['describe_action', { kind: 'describe' }],
  ['call_read', { kind: 'call', effect: 'read' }],
  ['call_write', { kind: 'call', effect: 'write' }],
  ['run_read', { kind: 'run', effect: 'read' }],
  ['run_code', { kind: 'run', effect: 'write' }],
  ['read_file', { kind: 'file' }],
])

/** Splits `hubspot_search` at its first underscore. A tool can be called whichever surface lists it. */
export const readToolName = (name: string): ToolName => {
  const toolName = general.get(name)
  if (toolName) return toolName
  const end = name.indexOf('_')
  if (end < 0) return { kind: 'domain', domain: name }
  const [domain, action] = [name.slice(0, end), name.slice(end + 1)]
  return action === 'read' || action === 'write'
    ? { kind: 'effect', domain, effect: action }
    : { kind: 'action', domain, action }
}

/** A tool's name as the gateway has it: clients put their server's name in front, and models write `google_calendar` for `google-calendar`. */
export const healToolName = (writtenName: string, domains: ReadonlyMap<string, unknown>): string => {
  const [domain = ''] = writtenName.split('_', 1)
  if (domains.has(domain) || general.has(writtenName)) return writtenName
  const name = writtenName.replace(/^mcp__.*?__/, '')
  const ids = [...domains.keys()].filter((id) => {
    const written = id.replaceAll('-', '_')
    return name === written || name.startsWith(`${written}_`)
  })
  const id = ids.toSorted((one, other) => other.length - one.length)[0]
  return id === undefined ? name : id + name.slice(id.length)
}
