import { type CallToolResult, ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { type AdminApi, CommandError } from '@patchbay/cli'
import { version } from '../../../package.json' with { type: 'json' }
import type { AdminTool } from './admin-tools.ts'

/** A larger answer is refused: its caller asks for less, or for pages. */
const largestAnswer = 200_000

type Arguments = Readonly<Record<string, unknown>>

const answerWith = (text: string, isError = false): CallToolResult => ({
  content: [{ type: 'text', text }],
  ...(isError && { isError }),
})

const pick = (args: Arguments, names: object | undefined): Arguments =>
  Object.fromEntries(Object.entries(args).filter(([name]) => Object.hasOwn(names ?? {}, name)))

/** Sends what a tool was called with. Throws CommandError. */
const send = async (
  api: AdminApi,
  { method, path, operation, always }: AdminTool,
  args: Arguments,
): Promise<string> => {
  const members = { ...operation.path, ...operation.query, body: {} }
  const unknown = Object.keys(args).filter((name) => !Object.hasOwn(members, name))
  if (unknown.length > 0)
    throw new CommandError(
      'usage',
      `unknown: ${unknown.join(', ')}; this tool takes ${Object.keys(members).join(', ')}`,
    )
  const missing = Object.keys(operation.path ?? {}).filter(
    (name) => typeof args[name] !== 'string' || args[name] === '',
  )
  if (missing.length > 0) throw new CommandError('usage', `${missing.join(', ')}: required`)
  const params = { path: pick(args, operation.path), query: pick(args, operation.query) }
  const body = (operation.body || args.body !== undefined) && { ...Object(args.body), ...always }
  const request = api[method] as unknown as (...args: unknown[]) => Promise<{ readonly data?: unknown }>
  const { data } = await request(path, { params, ...(body && { body }) })
  return JSON.stringify(data ?? { done: true })
}

/** Runs a tool; an error of the gateway is a result, so that a model can read it. */
const callTool = async (api: AdminApi, tool: AdminTool, args: Arguments): Promise<CallToolResult> => {
  try {
    const text = await send(api, tool, args)
    return text.length > largestAnswer
      ? answerWith(`The answer has ${text.length} characters; ask for less, by limit or a filter`, true)
      : answerWith(text)
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    return answerWith([error.message, ...error.details].join('\n'), true)
  }
}

/** Serves the tools over stdin and stdout until the client goes. */
export const serveAdmin = async (api: AdminApi, tools: ReadonlyMap<string, AdminTool>): Promise<void> => {
  const createServer = (): Server => {
    const server = new Server(
      { name: 'patchbay-admin', title: 'Patchbay administration', version },
      { capabilities: { tools: {} } },
    )
    server.setRequestHandler('tools/list', () => ({
      tools: [...tools.values()].map(({ definition }) => definition as never),
    }))
    server.setRequestHandler('tools/call', ({ params }) => {
      const tool = tools.get(params.name)
      if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool ${params.name}`)
      return callTool(api, tool, params.arguments ?? {})
    })
    return server
  }
  const handle = serveStdio(createServer)
  await new Promise((resolve) => process.stdin.once('end', resolve).once('close', resolve))
  await handle.close()
}
