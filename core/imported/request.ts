import { asText } from '../encoding/as-text.ts'
import { withoutNulls } from '../encoding/without-nulls.ts'
import { type ActionRequest, forAccount, type ProviderAccount, type Style, settingsIn } from '../provider/index.ts'
import { isJsonObject } from '../provider/json-object.ts'
import { createPath } from './path.ts'
import type { ActionPlan, PlannedParameter } from './plan.ts'
import { buildToolCall } from './tool-call.ts'

type Values = Readonly<Record<string, unknown>>
type BodyMembers = Record<string, unknown>

/** The joints of OpenAPI 2.0's styles for lists; the others have a comma. */
const joints: Readonly<Record<string, string>> = { space: ' ', pipe: '|', tab: '\t' }

/** A header or cookie: lists and objects are joined, by commas in OpenAPI 3.1 (style `simple`). `undefined`: it has no value. */
const joined = ({ explode, style }: PlannedParameter, parameter: unknown): string | undefined => {
  const value = withoutNulls(parameter)
  if (style === 'json' && parameter !== null) return JSON.stringify(parameter)
  if (value === undefined) return undefined
  if (typeof value !== 'object' || value === null) return String(value)
  const joint = joints[style ?? ''] ?? ','
  if (Array.isArray(value)) return value.map(asText).join(joint)
  const members = Object.entries(value).map((member) => member.map(asText))
  return (explode ? members.map((member) => member.join('=')) : members.flat()).join(joint)
}

const isScalar = ({ schema: { type } }: PlannedParameter): boolean =>
  typeof type === 'string' && type !== 'array' && type !== 'object'

/**
 * The style of every parameter that may hold a list or an object. It is always given, because the provider's `arrays` applies
 * to hand-written actions only.
 */
const collectStyles = (parameters: readonly PlannedParameter[]): Record<string, Style> | undefined => {
  const styled = parameters.flatMap((parameter): [string, Style][] => {
    const { as, style = isScalar(parameter) ? undefined : 'repeat' } = parameter
    return style === undefined || style === 'json' || style === 'label' || style === 'matrix' ? [] : [[as, style]]
  })
  return styled.length > 0 ? Object.fromEntries(styled) : undefined
}

const members = (parameters: readonly PlannedParameter[], values: Values): BodyMembers => {
  const members: BodyMembers = {}
  for (const { name, as, style, otherwise } of parameters) {
    const value = values[name] === undefined ? otherwise : values[name]
    if (value === undefined || (style === 'json' && value === null)) continue
    members[as] = style === 'json' ? JSON.stringify(value) : value
  }
  return members
}

const texts = (
  parameters: readonly PlannedParameter[],
  fixed: Readonly<Record<string, string>> | undefined,
  values: Values,
): Record<string, string> | undefined => {
  if (!fixed && parameters.length === 0) return undefined
  const texts: Record<string, string> = { ...fixed }
  for (const parameter of parameters) {
    const value = joined(parameter, values[parameter.name])
    if (value !== undefined) texts[parameter.as] = value
  }
  return texts
}

/** Writes the account's settings into values. An optional setting that the account doesn't have leaves its value out. */
const createFill = (fill: Values): ((params: Values, account: ProviderAccount) => Values) => {
  const ofAccount = Object.entries(fill).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && settingsIn(entry[1]).length > 0,
  )
  return (params, { settings }) => {
    const values: BodyMembers = { ...params, ...fill }
    for (const [name, value] of ofAccount) values[name] = forAccount(value, settings)
    return values
  }
}

/** The request of an action of a document as a function of its parameters. */
export const createRequest = (plan: ActionPlan): ((values: Values, account: ProviderAccount) => ActionRequest) => {
  const { prefix, template, method, media, within, fill, fillWhole } = plan
  const at = (place: PlannedParameter['in']) => plan.parameters.filter((parameter) => parameter.in === place)
  const [inPath, inQuery, inHeader, inCookie, inBody] = [
    at('path'),
    at('query'),
    at('header'),
    at('cookie'),
    at('body'),
  ]
  const [whole] = at('whole')
  const path = createPath(prefix, template, inPath)
  const styles = collectStyles([...inBody, ...inQuery])
  const headers = media === undefined ? plan.headers : { ...plan.headers, 'content-type': media }
  const hasQuery = inQuery.length > 0 || plan.query !== undefined

  const fillBody = fillWhole && createFill(fillWhole)
  const buildBody = (values: Values, account: ProviderAccount): unknown => {
    if (whole) {
      const body = values[whole.name]
      return fillBody && isJsonObject(body) ? fillBody(body, account) : body
    }
    if (inBody.length === 0) return undefined
    const body = members(inBody, values)
    return within === undefined ? body : { [within]: body }
  }

  const filled = fill && createFill(fill)
  return (params, account) => {
    const values = filled ? filled(params, account) : params
    if (plan.tool) return buildToolCall(plan.tool, buildBody(values, account))
    return {
      method,
      path: path(values),
      query: hasQuery ? { ...plan.query, ...members(inQuery, values) } : undefined,
      headers: texts(inHeader, headers, values),
      cookies: texts(inCookie, undefined, values),
      body: buildBody(values, account),
      // Always given, because the provider's encoding applies to hand-written actions only.
      encoding: plan.encoding ?? 'json',
      within,
      styles,
    } as ActionRequest
  }
}
