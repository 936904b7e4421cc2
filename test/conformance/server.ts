import { type McpServerFactory, ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server'
import { serveTaskRequests } from '../../server/mcp/tasks/task-requests.ts'
import { fixturePrompts } from './prompts.ts'
import { readResource, resources, resourceTemplates } from './resources.ts'
import { fixtureTasks, taskTools } from './task-tools.ts'
import { fixtureTools, states } from './tools.ts'

const wrong = (message: string) => new ProtocolError(ProtocolErrorCode.InvalidParams, message)

const find = <T>(table: Readonly<Record<string, T>>, name: string): T => {
  const found = Object.hasOwn(table, name) ? table[name] : undefined
  if (!found) throw wrong(`Unknown name: ${name}`)
  return found
}

const allTools = { ...fixtureTools, ...taskTools }

const tools = Object.entries(allTools).map(([name, { description }]) => ({
  name,
  description,
  inputSchema: { type: 'object' as const, properties: {} },
}))

const prompts = Object.entries(fixturePrompts).map(([name, { description, arguments: args = [] }]) => ({
  name,
  description,
  arguments: [...args],
}))

/** A server that has what the conformance suite asks for and the gateway hasn't: resources, prompts, logs, questions. */
export const createFixtureServer: McpServerFactory = ({ era }) => {
  const isLegacy = era === 'legacy'
  const server = new Server(
    { name: 'conformance-fixture', version: '1.0.0' },
    {
      capabilities: { tools: {}, prompts: {}, resources: { subscribe: isLegacy }, completions: {}, logging: {} },
      requestState: { verify: states.verify },
    },
  )
  server.setRequestHandler('tools/list', () => ({ tools }))
  server.setRequestHandler('tools/call', ({ params }, context) =>
    find(allTools, params.name).call(context, params.arguments ?? {}),
  )
  server.setRequestHandler('prompts/list', () => ({ prompts }))
  server.setRequestHandler('prompts/get', ({ params: { name, arguments: args = {} } }, context) =>
    find(fixturePrompts, name).get(args, context),
  )
  server.setRequestHandler('resources/list', () => ({ resources }))
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates }))
  server.setRequestHandler('resources/read', ({ params }) => readResource(params.uri))
  server.setRequestHandler('completion/complete', () => ({ completion: { values: ['paris', 'park'], hasMore: false } }))
  if (!isLegacy) serveTaskRequests(server, fixtureTasks)
  if (isLegacy) {
    server.setRequestHandler('resources/subscribe', () => ({}))
    server.setRequestHandler('resources/unsubscribe', () => ({}))
  }
  return server
}
