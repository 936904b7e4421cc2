/** The tools that the protocol's conformance suite calls, as its scenarios describe them. */
import { setTimeout as wait } from 'node:timers/promises'
import {
  acceptedContent,
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  createRequestStateCodec,
  type InputRequests,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  MissingRequiredClientCapabilityError,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { audio, image } from './content.ts'

export interface FixtureTool {
  readonly description: string
  call(context: ServerContext, args: Readonly<Record<string, unknown>>): Promise<CallToolResult | InputRequiredResult>
}

export const states = createRequestStateCodec<string>({ key: crypto.getRandomValues(new Uint8Array(32)) })

const text = (words: string): CallToolResult => ({ content: [{ type: 'text', text: words }] })
const object = (property: string, type: 'string' | 'boolean') => ({
  type: 'object' as const,
  properties: { [property]: type === 'boolean' ? { type: 'boolean' as const } : { type: 'string' as const } },
  required: [property],
})
const ask = (message: string, property: string, type: 'string' | 'boolean' = 'string') =>
  inputRequired.elicit({ message, requestedSchema: object(property, type) })
const sample = (words: string, maxTokens: number) =>
  inputRequired.createMessage({ messages: [{ role: 'user', content: { type: 'text', text: words } }], maxTokens })

const has = ({ mcpReq }: ServerContext, key: string): boolean =>
  inputResponse(mcpReq.inputResponses, key).kind !== 'missing'
const content = ({ mcpReq }: ServerContext, key: string) => acceptedContent(mcpReq.inputResponses, key)

const declared = ({ mcpReq }: ServerContext): object =>
  (mcpReq.envelope as Record<string, object> | undefined)?.[CLIENT_CAPABILITIES_META_KEY] ?? {}

const report = async ({ mcpReq }: ServerContext, progress: number): Promise<void> => {
  const progressToken = mcpReq._meta?.progressToken
  if (progressToken === undefined) return
  await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } })
}

/** The pauses are the suite's: it wants to see several messages, one by one. */
const inSteps = async <T>(steps: readonly T[], each: (step: T) => Promise<void>): Promise<void> => {
  for (const [index, step] of steps.entries()) {
    if (index > 0) await wait(50)
    await each(step)
  }
}

const log = (words: readonly string[], context: ServerContext) =>
  inSteps(words, (data) => context.mcpReq.log('info', data))

const mixed = {
  uri: 'test://mixed-content-resource',
  mimeType: 'application/json',
  text: '{"test":"data","value":123}',
}
const embedded = {
  uri: 'test://embedded-resource',
  mimeType: 'text/plain',
  text: 'This is an embedded resource content.',
}

const simple: Readonly<Record<string, FixtureTool>> = {
  test_simple_text: {
    description: 'Answers with a text',
    call: async () => text('This is a simple text response for testing.'),
  },
  test_image_content: { description: 'Answers with an image', call: async () => ({ content: [image] }) },
  test_audio_content: { description: 'Answers with a sound', call: async () => ({ content: [audio] }) },
  test_embedded_resource: {
    description: 'Answers with a resource',
    call: async () => ({ content: [{ type: 'resource', resource: embedded }] }),
  },
  test_multiple_content_types: {
    description: 'Answers with a text, an image and a resource',
    call: async () => ({
      content: [{ type: 'text', text: 'Multiple content types test:' }, image, { type: 'resource', resource: mixed }],
    }),
  },
  test_error_handling: {
    description: 'Fails',
    call: async () => ({ ...text('This tool intentionally returns an error for testing'), isError: true }),
  },
}

const talking: Readonly<Record<string, FixtureTool>> = {
  test_tool_with_logging: {
    description: 'Logs three messages',
    call: async (context) => {
      await log(['Tool execution started', 'Tool processing data', 'Tool execution completed'], context)
      return text('Logged three messages')
    },
  },
  test_logging_tool: {
    description: 'Logs a message',
    call: async (context) => {
      await log(['A message'], context)
      return text('Logged a message')
    },
  },
  test_tool_with_progress: {
    description: 'Reports its progress',
    call: async (context) => {
      await inSteps([0, 50, 100], (progress) => report(context, progress))
      return text('Reported its progress')
    },
  },
  test_missing_capability: {
    description: 'Needs a client that samples',
    call: async (context) => {
      if ('sampling' in declared(context)) return text('The client samples')
      throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } })
    },
  },
}

const user = () => ask('What is your name?', 'name')

/** Those that want something of the client before they answer (SEP-2322). */
const asking: Readonly<Record<string, FixtureTool>> = {
  test_input_required_result_elicitation: {
    description: 'Asks for a name',
    call: async (context) => {
      const name = content(context, 'user_name')?.name
      return typeof name === 'string'
        ? text(`Hello, ${name}!`)
        : inputRequired({ inputRequests: { user_name: user() } })
    },
  },
  test_streaming_elicitation: {
    description: 'Asks for a name',
    call: async () => inputRequired({ inputRequests: { user_name: user() } }),
  },
  test_input_required_result_sampling: {
    description: 'Asks the client’s model',
    call: async (context) => {
      const question = sample('What is the capital of France?', 100)
      const answer = inputResponse(context.mcpReq.inputResponses, 'capital_question')
      if (answer.kind !== 'sampling') return inputRequired({ inputRequests: { capital_question: question } })
      return text(JSON.stringify(answer.result.content))
    },
  },
  test_input_required_result_list_roots: {
    description: 'Asks for the client’s roots',
    call: async (context) => {
      const answer = inputResponse(context.mcpReq.inputResponses, 'client_roots')
      if (answer.kind !== 'roots') return inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } })
      return text(JSON.stringify(answer.roots))
    },
  },
  test_input_required_result_request_state: {
    description: 'Asks, and remembers by its state',
    call: async (context) => {
      if (has(context, 'confirm') && context.mcpReq.requestState() === 'confirm') return text('state-ok')
      const requestState = await states.mint('confirm')
      return inputRequired({ inputRequests: { confirm: ask('Please confirm', 'ok', 'boolean') }, requestState })
    },
  },
  test_input_required_result_tampered_state: {
    description: 'Asks, and takes no state but its own',
    call: async (context) => {
      if (context.mcpReq.requestState() === 'tampered') return text('The state is as it was')
      const requestState = await states.mint('tampered')
      return inputRequired({ inputRequests: { confirm: ask('Please confirm', 'ok', 'boolean') }, requestState })
    },
  },
  test_input_required_result_multiple_inputs: {
    description: 'Asks for three things at once',
    call: async (context) => {
      if (['user_name', 'greeting', 'client_roots'].every((key) => has(context, key))) return text('All are here')
      const greeting = sample('Generate a greeting', 50)
      const inputRequests = { user_name: user(), greeting, client_roots: inputRequired.listRoots() }
      return inputRequired({ inputRequests, requestState: await states.mint('several') })
    },
  },
  test_input_required_result_multi_round: {
    description: 'Asks twice',
    call: async (context) => {
      if (has(context, 'step2')) return text('Both are here')
      const next: InputRequests = has(context, 'step1')
        ? { step2: ask('Step 2: What is your favorite color?', 'color') }
        : { step1: ask('Step 1: What is your name?', 'name') }
      return inputRequired({ inputRequests: next, requestState: await states.mint(Object.keys(next).join()) })
    },
  },
  test_input_required_result_capabilities: {
    description: 'Asks only for what the client can give',
    call: async (context) => {
      const can = declared(context)
      const inputRequests = {
        ...('sampling' in can && { greeting: sample('Generate a greeting', 50) }),
        ...('elicitation' in can && { user_name: user() }),
      }
      return inputRequired({ inputRequests })
    },
  },
}

export const fixtureTools: Readonly<Record<string, FixtureTool>> = { ...simple, ...talking, ...asking }
