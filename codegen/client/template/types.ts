/** In the template, these stand for the types of a gateway's document, which openapi-typescript makes. */
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
