/** How the blocks are run by which people decide about calls that wait. */
import { expect } from 'vitest'
import { createClient } from '../../client.ts'
import { toolCall } from '../../mcp/messages.ts'
import type { Reader } from '../reader.ts'
import type { RunHere } from './console-rule.ts'

const asking = 'asking-secret-token-1234'
export const clientOf = (reader: Reader) => createClient(reader.url, reader.adminKey())
const newContact = () => ({ object_type: 'contacts', properties: { email: `${crypto.randomUUID()}@example.com` } })

/** The id of a call of acme that waits for a person. */
const waitingCall = async (reader: Reader): Promise<string> => {
  const { admin, call } = clientOf(reader)
  await admin('POST', '/admin/auth', { tenant_id: 'acme', token: asking, ask: ['*:write'] })
  const { body } = await call('acme', 'hubspot', { action: 'create', ...newContact() }, { token: asking })
  return body.data.approval_id
}

export const decide: RunHere = {
  values: async (reader) => [['0197e3…', await waitingCall(reader)]],
  look: ({ outputs }) => expect(outputs).toEqual([expect.stringContaining('0197e3…'), expect.any(String)]),
}

export const decideRun: RunHere = {
  async values(reader) {
    const { admin, send } = clientOf(reader)
    const code = `return Promise.all(parameters.all.map((one) => call('hubspot', 'create', one).catch(String)))`
    const all = [newContact(), newContact()]
    const { headers, body } = toolCall('modern', 'run_code', { code, parameters: { all } })
    const answer = await send('POST', '/mcp?tools=code', { authorization: `Bearer ${asking}`, ...headers }, body)
    const { run_id, approvals } = JSON.parse(answer.body.result.content[0].text).data
    const { digest } = (await admin('GET', `/admin/approvals/runs/${run_id}`)).body
    return [
      ['0197e3…', run_id],
      ['3f8a…', digest],
      ['0197e4…', approvals[1].approval_id],
    ]
  },
  look: ({ outputs }) => expect(outputs[1]).toContain('3f8a…'),
}

export const decideInAdvance: RunHere = {
  async values(reader) {
    const [first, second] = [await waitingCall(reader), await waitingCall(reader)]
    return [
      ['0197e3… --for 1h --any', `${second} --for 1h --any`],
      ['0197e3…', first],
    ]
  },
}
