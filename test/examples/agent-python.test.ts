// Test lanes: slow

/** One task of the agent in Python, by a model on loopback that calls the tools which the SDK hands it, against a HubSpot on loopback. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startStage } from '../e2e/stage.ts'
import { fetchPythonPackages, leaveOut } from '../fetch-packages.ts'
import { makeReadmeToken } from './readme-token.ts'

const example = join(import.meta.dirname, '../../examples/agent-python')

interface ModelRequest {
  readonly model: string
  readonly tools: readonly { readonly name: string }[]
  readonly input: readonly { readonly type?: string; readonly output?: unknown }[]
}

const parameters = { object_type: 'contacts', properties: ['email'], limit: 10 }

/** The steps of the model: the tools that it calls, one after the other, and then a text. */
const steps = [
  ['find_actions', { query: 'list contacts' }],
  ['call_read', { provider: 'hubspot', action: 'list', parameters }],
] as const

/** A server of the Responses API (https://platform.openai.com/docs/api-reference/responses). */
const startModel = () => {
  const asked: ModelRequest[] = []
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const body = (await request.json()) as ModelRequest
      asked.push(body)
      const [name, args] = steps[asked.length - 1] ?? []
      const id = String(asked.length)
      const call = { type: 'function_call', id: `fc_${id}`, call_id: `call_${id}`, status: 'completed', name }
      const content = [{ type: 'output_text', text: 'Ada is the newest.', annotations: [] }]
      return Response.json({
        id: `resp_${id}`,
        object: 'response',
        created_at: 1_790_000_000,
        status: 'completed',
        model: body.model,
        output: name
          ? [{ ...call, arguments: JSON.stringify(args) }]
          : [{ type: 'message', id: `msg_${id}`, role: 'assistant', status: 'completed', content }],
        parallel_tool_calls: false,
        tool_choice: 'auto',
        tools: [],
      })
    },
  })
  onTestFinished(() => server.stop(true))
  return { url: `${server.url.origin}/v1`, asked }
}

test('the agent finds an action, calls it and tells what the model says of its answer', async (context) => {
  const requirements = readFileSync(join(example, 'requirements.txt'), 'utf8')
  const packages = await fetchPythonPackages('agent-python', requirements, leaveOut(context))
  const stage = await startStage()
  onTestFinished(() => stage.stop())
  await stage.ready('acme')
  stage.hubspot.seed('contacts', { email: 'ada@example.com' })
  const model = startModel()
  const child = Bun.spawn(['python3', 'main.py', 'Who is the newest contact?'], {
    cwd: example,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PYTHONPATH: packages,
      PYTHONDONTWRITEBYTECODE: '1',
      OPENAI_API_KEY: 'sk-none',
      OPENAI_BASE_URL: model.url,
      PATCHBAY_URL: stage.url,
      PATCHBAY_TOKEN: await makeReadmeToken('agent-python', 'acme', stage),
    },
    stderr: 'pipe',
  })
  const [printed, problems] = await Promise.all([child.stdout.text(), child.stderr.text()])
  expect([await child.exited, problems]).toEqual([0, ''])
  expect(printed).toBe('Ada is the newest.\n')
  expect(model.asked).toHaveLength(3)
  // The README's token only reads.
  expect(model.asked[0]?.tools.map(({ name }) => name)).toEqual([
    'find_actions',
    'describe_action',
    'call_read',
    'read_file',
  ])
  expect(JSON.stringify(model.asked[2]?.input)).toContain('ada@example.com')
}, 600_000)
