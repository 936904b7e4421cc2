/** The prompts that the protocol's conformance suite gets, as its scenarios describe them. */
import {
  acceptedContent,
  type GetPromptResult,
  type InputRequiredResult,
  inputRequired,
  type PromptMessage,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { image } from './content.ts'

interface FixturePrompt {
  readonly description: string
  readonly arguments?: readonly { readonly name: string; readonly required: boolean }[]
  get(args: Readonly<Record<string, string>>, context: ServerContext): GetPromptResult | InputRequiredResult
}

const user = (content: PromptMessage['content']): PromptMessage => ({ role: 'user', content })
const says = (...messages: PromptMessage[]): GetPromptResult => ({ messages })
const text = (words: string): PromptMessage => user({ type: 'text', text: words })
const needs = (...names: string[]) => names.map((name) => ({ name, required: true }))

const contextSchema = {
  type: 'object' as const,
  properties: { context: { type: 'string' as const } },
  required: ['context'],
}

export const fixturePrompts: Readonly<Record<string, FixturePrompt>> = {
  test_simple_prompt: {
    description: 'A text',
    get: () => says(text('This is a simple prompt for testing.')),
  },
  test_prompt_with_arguments: {
    description: 'A text with two arguments',
    arguments: needs('arg1', 'arg2'),
    get: ({ arg1, arg2 }) => says(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  },
  test_prompt_with_embedded_resource: {
    description: 'A resource',
    arguments: needs('resourceUri'),
    get: ({ resourceUri = '' }) => {
      const resource = { uri: resourceUri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' }
      return says(user({ type: 'resource', resource }), text('Please process the embedded resource above.'))
    },
  },
  test_prompt_with_image: {
    description: 'An image',
    get: () => says(user(image), text('Please analyze the image above.')),
  },
  test_input_required_result_prompt: {
    description: 'Asks for a context first',
    get: (_, { mcpReq }) => {
      const given = acceptedContent(mcpReq.inputResponses, 'user_context')
      if (given) return says(text(`The context is ${given.context}`))
      const ask = inputRequired.elicit({
        message: 'What context should the prompt use?',
        requestedSchema: contextSchema,
      })
      return inputRequired({ inputRequests: { user_context: ask } })
    },
  },
}
