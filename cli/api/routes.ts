import type { paths } from '../generated/api.d.ts'

type Method = 'get' | 'put' | 'post' | 'patch' | 'delete'

/** A route of the admin API, as the OpenAPI document writes it: `GET /admin/tenants/{tenant}`. */
export type AdminRoutePath = {
  [Path in keyof paths]: {
    [M in Method]: paths[Path][M] extends { responses: unknown } ? `${Uppercase<M>} ${Path}` : never
  }[Method]
}[keyof paths]

type OperationOf<R extends AdminRoutePath> = R extends `${infer M} ${infer Path extends keyof paths}`
  ? paths[Path][Lowercase<M> & Method]
  : never

/** The names in braces of a route. */
export type PathName<R extends string> = R extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathName<Rest>
  : never

type QueryOf<R extends AdminRoutePath> =
  OperationOf<R> extends { parameters: { query?: infer Query } } ? NonNullable<Query> : never

export type QueryName<R extends AdminRoutePath> = keyof QueryOf<R> & string

/** The request body of a route. */
export type BodyOf<R extends AdminRoutePath> =
  OperationOf<R> extends {
    requestBody?: { content: { 'application/json': infer Body } }
  }
    ? Body
    : never

export type MemberName<R extends AdminRoutePath> = keyof BodyOf<R> & string

type Success = 200 | 201 | 202

/** The body of a successful response; `never` if it has no JSON body. */
export type AnswerOf<R extends AdminRoutePath> =
  OperationOf<R> extends { responses: infer Responses }
    ? {
        [Status in keyof Responses & Success]: Responses[Status] extends {
          content: { 'application/json': infer Answer }
        }
          ? Answer
          : never
      }[keyof Responses & Success]
    : never

/** The option for a parameter of the API: `request-id` for `request_id`. */
export type OptionName<Name extends string> = Name extends `${infer Head}_${infer Rest}`
  ? `${Head}-${OptionName<Rest>}`
  : Name
