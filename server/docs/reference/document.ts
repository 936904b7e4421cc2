/** The members of the OpenAPI document that the page reads. Codegen made the document, so it isn't checked. */
export interface OpenApiSchema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly default?: unknown
  readonly example?: unknown
  readonly examples?: readonly unknown[]
  readonly properties?: Readonly<Record<string, OpenApiSchema>>
  readonly required?: readonly string[]
  readonly items?: OpenApiSchema
  readonly oneOf?: readonly OpenApiSchema[]
  readonly anyOf?: readonly OpenApiSchema[]
  readonly allOf?: readonly OpenApiSchema[]
}

export interface OpenApiOperation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description?: string
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[]
  readonly requestBody?: {
    readonly content: Readonly<
      Record<
        string,
        {
          readonly schema?: OpenApiSchema
          readonly example?: unknown
          readonly examples?: Readonly<Record<string, { readonly value?: unknown }>>
        }
      >
    >
  }
}

export interface OpenApiDocument {
  readonly tags: readonly { readonly name: string; readonly description?: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>
  readonly security?: OpenApiOperation['security']
  readonly components: { readonly schemas: Readonly<Record<string, OpenApiSchema>> }
}

/** An operation with its place. */
export interface PlacedOperation extends OpenApiOperation {
  readonly method: string
  readonly path: string
}

const methods = new Set(['get', 'post', 'put', 'patch', 'delete'])

export const placeOperations = ({ paths }: OpenApiDocument): readonly PlacedOperation[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) =>
      methods.has(method) ? [{ ...operation, method: method.toUpperCase(), path }] : [],
    ),
  )
