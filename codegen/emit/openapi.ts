import { type AnyAction, type AnyProvider, keyHeaderOf } from '@patchbay/core/provider'
import { bodySchema, idempotencyKeyPattern, plain } from '@patchbay/core/schema'
import { base, errorResponses } from './openapi-base.ts'

/** `server/generated/<id>/openapi.json`: the part of the gateway's document that is about one domain. */
export const domainDocument = (provider: AnyProvider) => ({
  'x-generated': base['x-generated'],
  paths: {
    [`/api/v1/{tenant}/${provider.id}`]: {
      post: {
        operationId: `call-${provider.id}`,
        summary: provider.title,
        parameters: [{ $ref: '#/components/parameters/tenant' }, ...idempotencyKeyOf(provider)],
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { oneOf: Object.entries(provider.actions).map(bodyOf) } } },
        },
        responses: {
          '200': {
            description: "The provider's answer in the envelope",
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Envelope' } } },
          },
          ...errorResponses,
        },
      },
    },
  },
})

/** The header, when an action accepts it. A domain is one operation, so the description names the actions. */
const idempotencyKeyOf = ({ actions }: AnyProvider) => {
  const names = Object.keys(actions).filter((name) => keyHeaderOf((actions[name] as AnyAction).effect) !== undefined)
  if (names.length === 0) return []
  const description = `Taken by ${names.join(', ')}: made again under the same key, the call is carried out once`
  return [
    {
      name: 'Idempotency-Key',
      in: 'header',
      description,
      schema: { type: 'string', pattern: idempotencyKeyPattern },
    },
  ]
}

const bodyOf = ([name, action]: [string, AnyAction]) => ({
  title: name,
  description: action.description,
  ...plain(bodySchema(name, action)),
})

/** `server/generated/openapi.json`: the gateway with all its domains. */
export const gatewayDocument = (providers: readonly AnyProvider[]) => ({
  ...base,
  paths: Object.assign({}, base.paths, ...providers.map((provider) => domainDocument(provider).paths)),
})

export const jsonText = (document: unknown): string => `${JSON.stringify(document, null, 2)}\n`
