import type Type from 'typebox'
import { Value } from 'typebox/value'
import { type AnyAdminRoute, adminGroups, listErrorCodes } from '../index.ts'

const routes = adminGroups.flatMap((group) => group.routes)

const patternOf = ({ path }: AnyAdminRoute): RegExp => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`)

/** The route that takes a request; `undefined`: the admin API has none. */
export const routeOf = (method: string, pathname: string): AnyAdminRoute | undefined =>
  routes.find((route) => route.method === method && patternOf(route).test(pathname))

/** Members without a declaration, which `Check` lets pass, as a later version may add some. */
const hasUndeclared = (schema: Type.TSchema, body: unknown): boolean =>
  !Bun.deepEquals(Value.Clean(schema, structuredClone(body)), body)

/**
 * Throws Error for an answer of the admin API that its route doesn't declare: status, media type, body or error code.
 * `body` is the parsed JSON, `null` without one, or a text of another media type. What is not an admin route is let pass.
 */
export const checkAnswer = (
  method: string,
  pathname: string,
  answer: { readonly status: number; readonly type?: string | undefined; readonly body: unknown },
): void => {
  const route = routeOf(method, pathname)
  if (!route) return
  const { status, type = 'application/json', body } = answer
  const fault = (what: string): Error => new Error(`${method} ${route.path} answered ${status} ${what}`)
  if (status >= 400) {
    const code = Object(body).code
    if (!listErrorCodes(route).includes(code)) throw fault(`with the error ${code}, which it doesn't declare`)
    return
  }
  const declared = route.answers[status]
  if (!declared) throw fault("which it doesn't declare")
  if (!declared.content) {
    if (body !== null) throw fault('with a body, and declares none')
    return
  }
  const schema = declared.content[type]
  if (!schema) throw fault(`as ${type}, which it doesn't declare`)
  // A stream of lines is checked line by line.
  const values = type === 'application/x-ndjson' ? readLines(String(body)) : [body]
  for (const value of values) {
    const [error] = Value.Errors(schema, value)
    if (error) throw fault(`with a body that doesn't fit: ${error.instancePath} ${error.message}`)
    if (hasUndeclared(schema, value)) throw fault(`with members that it doesn't declare: ${JSON.stringify(value)}`)
  }
}

const readLines = (text: string): unknown[] =>
  text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]))
