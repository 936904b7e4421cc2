import { type AnyAction, actionKind } from '../../provider/index.ts'
import { bodySchema } from '../body.ts'
import type { ProviderFacts } from '../domain.ts'
import type { JsonSchema } from '../json-schema/json-schema.ts'
import type { ToolDefinition } from '../tool-definition.ts'
import { buildAnnotations } from './annotations.ts'
import { toolSchema } from './schema.ts'
import { endSentence, headerProperties, isCached } from './tool.ts'

/** One action of a provider as an MCP tool, named `<domain>_<action>`, with the same parameters as in REST. */
export const actionToolDefinition = (provider: ProviderFacts, name: string, action: AnyAction): ToolDefinition => {
  const body = toolSchema(bodySchema(name, action))
  const { action: _, ...properties } = body.properties as Record<string, JsonSchema>
  const required = (body.required as string[]).filter((member) => member !== 'action')
  return {
    name: `${provider.id}_${name}`,
    title: `${provider.title}: ${name.replaceAll('_', ' ')}`,
    description: `${provider.title}. ${endSentence(action.description)}`,
    inputSchema: {
      type: 'object',
      properties: { ...properties, ...headerProperties([actionKind(action.effect)], isCached(action)) },
      required,
      additionalProperties: false,
    },
    annotations: buildAnnotations([action]),
  }
}
