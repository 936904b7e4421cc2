import type { AnyAction, AnyProvider } from '@patchbay/core/provider'
import { bodySchema, idPattern, toJsonSchema } from '@patchbay/core/schema'
import { adminDocument } from './openapi-admin.ts'
import { base, baseComponents } from './openapi-base.ts'
import { jsonContent, ref } from './openapi-components.ts'
import { callErrors } from './openapi-errors.ts'
import { servicePaths, serviceTags } from './openapi-service.ts'

/** One domain's part of the OpenAPI document. */
export const domainDocument = (provider: AnyProvider) => ({
  paths: {
    [`/api/v1/{tenant}/${provider.id}`]: {
      post: {
        operationId: `call-${provider.id}`,
        tags: ['Calls'],
        summary: `Call an action of ${provider.title}`,
        description: actionList(provider),
        parameters: [ref('parameters', 'tenant'), ...listRepetitionHeaders(provider)],
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: provider.overlay
                ? withDocument(Object.entries(provider.actions).map(buildBodySchema))
                : { oneOf: Object.entries(provider.actions).map(buildBodySchema) },
              ...(provider.probe && { example: { action: provider.probe.action, ...provider.probe.params } }),
            },
          },
        },
        responses: {
          '200': {
            description: "The provider's answer in the envelope",
            headers: {
              'Idempotency-Replayed': {
                description: 'true: the answer is that of an earlier call with the same idempotency key',
                schema: { type: 'string', enum: ['true'] },
              },
            },
            content: jsonContent(ref('schemas', 'Envelope')),
          },
          ...callErrors,
        },
      },
    },
  },
})

/** A body for an action of an imported document: its parameters are checked by that document. */
export const ofDocument = {
  title: 'An action of the document',
  type: 'object',
  properties: { action: { type: 'string' }, account_id: { type: 'string', pattern: idPattern } },
  required: ['action'],
  additionalProperties: true,
}

const withDocument = (bodies: readonly object[]): object =>
  bodies.length === 0 ? ofDocument : { anyOf: [...bodies, ofDocument] }

/** The headers of writes, where the provider has any. */
const listRepetitionHeaders = ({ actions, overlay }: AnyProvider) =>
  overlay || Object.values<AnyAction>(actions).some(({ effect }) => effect.kind === 'write')
    ? [ref('parameters', 'idempotencyKey'), ref('parameters', 'repeat')]
    : []

/** The actions as a Markdown list, because the reference page folds the schemas that name them. */
const actionList = ({ actions }: AnyProvider): string =>
  Object.entries(actions)
    .map(
      ([name, { description, effect }]) =>
        `- \`${name}\` (${effect.kind}${effect.secret ? ', answers with a credential' : ''}): ${description}`,
    )
    .join('\n')

const buildBodySchema = ([name, action]: [string, AnyAction]) => ({
  title: name,
  description: action.description,
  ...toJsonSchema(bodySchema(name, action)),
})

/** The content of `server/generated/openapi.json`: the gateway with all its domains and the admin API. */
export const gatewayDocument = (providers: readonly AnyProvider[]) => {
  const admin = adminDocument()
  return {
    ...base,
    tags: [...serviceTags, ...admin.tags],
    paths: Object.assign(
      {},
      ...providers.map((provider) => domainDocument(provider).paths),
      servicePaths,
      admin.paths,
    ) as Readonly<Record<string, object>>,
    components: { ...baseComponents, schemas: { ...baseComponents.schemas, ...admin.components.schemas } },
  }
}

export const printJson = (document: unknown): string => `${JSON.stringify(document, null, 2)}\n`
