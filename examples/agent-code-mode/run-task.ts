import { setTimeout } from 'node:timers/promises'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'

/** A call that the code made and that changed something; `unknown`: look at the provider before you repeat it. */
interface Write {
  provider: string
  action: string
  state: 'done' | 'failed' | 'unknown' | 'waiting'
  id?: string
}

interface Failure {
  code: string
  error: string
  run_id?: string
}

/** The answer of `run_code`: with 202 the run continues, or waits for the approvals. */
interface Run {
  status: number
  data: unknown
  writes?: Write[]
}
interface Unfinished {
  run_id: string
  state: 'running' | 'waiting'
}

/** A task that failed. Its code, mended, may be sent with `resume: run_id`: what the run has done is not done again. */
export class TaskFailed extends Error {
  readonly code: string
  readonly runId: string | undefined

  constructor({ code, error, run_id }: Failure) {
    super(`${code}: ${error}`)
    this.code = code
    this.runId = run_id
  }
}

const callTool = async (client: Client, args: Record<string, unknown>): Promise<Run> => {
  // The gateway answers within a minute, also when the code isn't done.
  const { content, isError } = await client.callTool({ name: 'run_code', arguments: args }, { timeout: 90_000 })
  const [part] = content
  if (part?.type !== 'text') throw new Error('The gateway answered no text')
  const answer: unknown = JSON.parse(part.text)
  if (isError) throw new TaskFailed(answer as Failure)
  return answer as Run
}

/** Runs one program of a model, and waits for it and for people who approve its writes. Throws TaskFailed. */
export const runTask = async (
  gateway: { url: string; token: string },
  code: string,
  parameters: object,
): Promise<Run> => {
  const client = new Client({ name: 'agent-code-mode', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } })
  const requestInit = { headers: { authorization: `Bearer ${gateway.token}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp?tools=code', gateway.url), { requestInit }))
  try {
    let run = await callTool(client, { code, parameters })
    while (run.status === 202) {
      const { run_id, state } = run.data as Unfinished
      if (state === 'waiting') await setTimeout(5_000)
      run = await callTool(client, { run_id })
    }
    return run
  } finally {
    await client.close()
  }
}
