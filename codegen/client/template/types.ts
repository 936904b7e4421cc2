/** Placeholders in the template for the types that openapi-typescript makes from a gateway's document. */
export interface paths {
  readonly '/api/v1/{tenant}/provider': {
    readonly post: {
      readonly parameters: {
        readonly path: { readonly tenant: string }
        readonly header?: { readonly 'Idempotency-Key'?: string; readonly 'X-Repeat'?: 'true' | 'false' }
      }
      readonly requestBody: { readonly content: { readonly 'application/json': object } }
      readonly responses: { readonly 200: { readonly content: { readonly 'application/json': unknown } } }
    }
  }
}

export interface components {
  readonly schemas: { readonly ActionParameters: Readonly<Record<string, object>> }
}
