import { CLIENT_CAPABILITIES_META_KEY, CLIENT_INFO_META_KEY } from '@modelcontextprotocol/server'
import { isJsonObject } from '@patchbay/core/json-object'
import { parseStrictValue } from '../../http/read/strict-json.ts'

type Members = Readonly<Record<string, unknown>>

/** The members of a request and of an answer to one (JSON-RPC 2.0, sections 4 and 5); others are ignored. */
const requestMembers = ['jsonrpc', 'id', 'method', 'params']
const answerMembers = ['jsonrpc', 'id', 'result', 'error']

/** Clients with optional members (Rust's `Option`) send those that they don't have as `null`. */
const withoutNullMembers = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutNullMembers)
  if (!isJsonObject(value)) return value
  const members = Object.entries(value).filter(([, member]) => member !== null)
  return Object.fromEntries(members.map(([name, member]) => [name, withoutNullMembers(member)]))
}

/** PHP writes an empty object as an empty list. */
const asObject = (value: unknown): unknown => (Array.isArray(value) && value.length === 0 ? {} : value)

/** Capabilities as objects, each of which some clients write as an empty list, or as `true`. One that is `false` isn't there. */
const tidyCapabilities = (value: unknown): unknown => {
  const capabilities = asObject(value)
  if (!isJsonObject(capabilities)) return capabilities
  const members = Object.entries(capabilities).filter(([, value]) => value !== null && value !== false)
  return Object.fromEntries(members.map(([name, value]) => [name, value === true ? {} : asObjects(value)]))
}

/** A member with objects for the empty lists in it, however deep. */
const asObjects = (value: unknown): unknown => {
  const object = asObject(withoutNullMembers(value))
  if (!isJsonObject(object)) return object
  return Object.fromEntries(Object.entries(object).map(([name, member]) => [name, asObjects(member)]))
}

/** The arguments of a tool, which some clients send as the JSON text that their model wrote. */
const readArguments = (value: unknown): unknown => {
  if (typeof value !== 'string') return asObject(value)
  if (value.trim() === '') return {}
  try {
    const object = asObject(parseStrictValue(value) ?? {})
    return isJsonObject(object) ? object : value
  } catch {
    // Stays unchanged: the error then says that the arguments must be an object.
    return value
  }
}

/** The members of a client's description that are used. The others are icons and addresses, whose forms changed with the revisions. */
const infoMembers = ['name', 'title', 'version']

const isInfoTidy = (info: unknown): boolean => {
  if (!isJsonObject(info)) return info === undefined
  for (const name in info) if (!infoMembers.includes(name)) return false
  return typeof info.version === 'string'
}

const tidyInfo = (info: unknown): unknown => {
  if (!isJsonObject(info)) return info
  const { name, title, version } = info
  const text = typeof version === 'number' ? `${version}` : (version ?? undefined)
  return { name, ...(typeof title === 'string' && { title }), version: text }
}

/** The capabilities and the name of a client, without which it can be served as well. */
const fillInitialize = ({ capabilities, clientInfo, ...params }: Members): Members => {
  const info = tidyInfo(clientInfo ?? {})
  const { name = 'unknown', version = '', ...others } = Object(info) as Members
  const filled = isJsonObject(info) ? { ...others, name, version } : info
  return { ...params, capabilities: tidyCapabilities(capabilities ?? {}), clientInfo: filled }
}

const tidyMeta = (value: unknown, takesProgress: boolean): unknown => {
  const meta = asObject(value)
  if (!isJsonObject(meta)) return meta
  const { progressToken, [CLIENT_CAPABILITIES_META_KEY]: capabilities, [CLIENT_INFO_META_KEY]: info, ...others } = meta
  const tidied = {
    ...(withoutNullMembers(others) as Members),
    ...((info ?? undefined) !== undefined && { [CLIENT_INFO_META_KEY]: tidyInfo(withoutNullMembers(info)) }),
    ...(capabilities !== undefined && {
      [CLIENT_CAPABILITIES_META_KEY]: tidyCapabilities(capabilities ?? {}),
    }),
    ...(takesProgress && (progressToken ?? undefined) !== undefined && { progressToken }),
  }
  return Object.keys(tidied).length > 0 ? tidied : undefined
}

const tidyParams = (method: unknown, value: unknown, takesProgress: boolean): unknown => {
  const params = asObject(value)
  if (!isJsonObject(params)) return params
  // A server without the capability ignores that a call is to be a task (revision 2025-11-25, "Tasks").
  const { arguments: args, _meta, cursor, task: _task, ...others } = params
  const meta = tidyMeta(_meta ?? undefined, takesProgress)
  const tidied = {
    ...(withoutNullMembers(others) as Members),
    ...((args ?? undefined) !== undefined && { arguments: method === 'tools/call' ? readArguments(args) : args }),
    // The first page.
    ...((cursor ?? '') !== '' && { cursor }),
    ...(meta !== undefined && { _meta: meta }),
  }
  return method === 'initialize' ? fillInitialize(tidied) : tidied
}

const hasNull = (value: unknown): boolean => {
  if (typeof value !== 'object') return false
  if (value === null) return true
  for (const name in value) if (hasNull((value as Members)[name])) return true
  return false
}

const areObjects = (capabilities: unknown): boolean => {
  if (capabilities === undefined) return true
  if (!isJsonObject(capabilities)) return false
  for (const name in capabilities) if (!isJsonObject(capabilities[name])) return false
  return true
}

const isTidyMember = (name: string, value: unknown, takesProgress: boolean): boolean => {
  if (name === 'arguments') return isJsonObject(value)
  if (name === 'task' || (name === 'cursor' && value === '') || hasNull(value)) return false
  if (name !== '_meta') return true
  if (!isJsonObject(value) || !areObjects(value[CLIENT_CAPABILITIES_META_KEY])) return false
  if (!isInfoTidy(value[CLIENT_INFO_META_KEY])) return false
  return takesProgress || value.progressToken === undefined
}

/** True for a request that needs no change, as most don't. Written as loops, because each message is checked. */
const isTidy = (message: Members, takesProgress: boolean): boolean => {
  for (const name in message) if (!requestMembers.includes(name)) return false
  const { method, params } = message
  if (method === 'initialize' || typeof method !== 'string') return false
  if (params === undefined) return true
  if (!isJsonObject(params)) return false
  for (const name in params) if (!isTidyMember(name, params[name], takesProgress)) return false
  return true
}

/**
 * A message as the protocol has it, where only one reading is possible: without members that it doesn't know, or that are `null` and may
 * be absent. What is left wrong is refused later. `takesProgress`: its client takes the stream in which progress is reported.
 */
export const tidyMessage = (value: unknown, takesProgress: boolean): unknown => {
  if (!isJsonObject(value) || isTidy(value, takesProgress)) return value
  const isRequest = Object.hasOwn(value, 'method')
  const memberNames = isRequest ? requestMembers : answerMembers
  const message = Object.fromEntries(Object.entries(value).filter(([name]) => memberNames.includes(name)))
  if (!isRequest) return message
  const { params: untidy, ...others } = message
  const params = tidyParams(message.method, untidy ?? (message.method === 'initialize' ? {} : undefined), takesProgress)
  return { ...others, ...(params !== undefined && { params }) }
}
