import type { AnyAction } from '../provider/index.ts'
import { annotationsOf } from './annotations.ts'
import { bodySchema } from './body.ts'
import type { ProviderFacts } from './domain.ts'
import { sentence } from './tool.ts'
import type { ToolDefinition } from './tool-definition.ts'
import { toolSchema } from './tool-schema.ts'
import type { Schema } from './widen.ts'

/** One action of a provider as an MCP tool, named `<domain>_<action>`, with the same parameters as in REST. */
export const actionToolDefinition = (provider: ProviderFacts, name: string, action: AnyAction): ToolDefinition => {
  const body = toolSchema(bodySchema(name, action))
  const { action: _, ...properties } = body.properties as Record<string, Schema>
  const required = (body.required as string[]).filter((member) => member !== 'action')
  return {
    name: `${provider.id}_${name}`,
    title: `${provider.title}: ${name.replaceAll('_', ' ')}`,
    description: `${provider.title}. ${sentence(action.description)}`,
    inputSchema: { type: 'object', properties, required, additionalProperties: false },
    annotations: annotationsOf([action]),
  }
}
