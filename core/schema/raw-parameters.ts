import Type from 'typebox'

/** The parameters of a raw request. */
export const rawParameters = {
  method: Type.Enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  path: Type.String({ minLength: 1, maxLength: 2048, pattern: '^/' }),
  query: Type.Optional(
    Type.Record(Type.String(), Type.Union([Type.String({ maxLength: 8192 }), Type.Number(), Type.Boolean()]), {
      maxProperties: 100,
    }),
  ),
  body: Type.Optional(Type.Unknown()),
}
