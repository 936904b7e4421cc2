import type { AnyAction, AnyProvider } from '@patchbay/core/provider'
import { bodySchema, idPattern } from '@patchbay/core/schema'
import Type from 'typebox'
import { typeName } from '../source/type-name.ts'
import { adminDocument } from './openapi-admin.ts'
import { base, baseComponents } from './openapi-base.ts'
import { type Components, createComponents, jsonContent, ref } from './openapi-components.ts'
import { callErrors } from './openapi-errors.ts'
import { servicePaths, serviceTags } from './openapi-service.ts'

/** One domain's part of the OpenAPI document. */
export const domainDocument = (provider: AnyProvider, to: Components) => ({
  paths: {
    [`/api/v1/{tenant}/${provider.id}`]: {
      post: {
        operationId: `call-${provider.id}`,
        tags: ['Calls'],
        summary: `Call an action of ${provider.title}`,
        description: actionList(provider),
        parameters: [ref('parameters', 'tenantId'), ...listRepetitionHeaders(provider)],
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: buildBody(provider, to),
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
const documentAction = Type.Object(
  { action: Type.String(), account_id: Type.Optional(Type.String({ pattern: idPattern })) },
  { title: 'DocumentAction', description: 'An action of the document', additionalProperties: true },
)

/** The reference for a body with any action of an imported document. */
export const anyDocumentAction = ref('schemas', 'DocumentAction')

/**
 * The body of a call, and those of the actions by hand: a component each, named after its provider, so that no generated type is called
 * `list` or `search`. Some generators make a type that can't be filled of alternatives that stand in the operation itself.
 */
const buildBody = (provider: AnyProvider, to: Components): object => {
  const bodies = Object.entries<AnyAction>(provider.actions).map(
    ([name, action]) =>
      [
        name,
        to.addUnder(`${typeName(provider.id)}${typeName(name)}Call`, {
          description: action.description,
          ...bodySchema(name, action),
        }),
      ] as const,
  )
  const refs = bodies.map(([, { $ref }]) => ({ $ref }))
  const body = `Call${typeName(provider.id)}Request`
  if (provider.overlay) {
    const any = to.schemaOf(documentAction)
    return refs.length === 0 ? any : to.addUnder(body, { anyOf: [...refs, any] })
  }
  const mapping = Object.fromEntries(bodies.map(([name, { $ref }]) => [name, $ref]))
  return to.addUnder(body, { oneOf: refs, discriminator: { propertyName: 'action', mapping } })
}

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

/** The content of `server/generated/openapi.json`: the gateway with all its domains and the admin API. */
export const gatewayDocument = (providers: readonly AnyProvider[]) => {
  const components = createComponents()
  const admin = adminDocument(components)
  return {
    ...base,
    tags: [...serviceTags, ...admin.tags],
    paths: Object.assign(
      {},
      ...providers.map((provider) => domainDocument(provider, components).paths),
      servicePaths,
      admin.paths,
    ) as Readonly<Record<string, object>>,
    components: { ...baseComponents, schemas: { ...baseComponents.schemas, ...components.schemas } },
  }
}

export const printJson = (document: unknown): string => `${JSON.stringify(document)}\n`
