/** How the blocks are run that take accounts over from Nango: at a Nango on loopback. */
import { expect } from 'vitest'
import { startNango } from '../../providers/nango.ts'
import type { Reader } from '../reader.ts'
import { clientOf } from './approval-rules.ts'
import type { RunHere } from './console-rule.ts'
import { stops } from './stops.ts'

let nango: ReturnType<typeof startNango> | undefined
const openNango = () => {
  if (nango) return nango
  nango = startNango({
    key: 'the-key-of-nango',
    refresh: async () => {
      throw new Error('nothing has expired')
    },
    forward: async () => new Response(null, { status: 500 }),
  })
  nango.add({
    connection_id: 'main',
    provider: 'hubspot',
    provider_config_key: 'hubspot',
    tags: { organization_id: 'globex' },
    credentials: { type: 'API_KEY', apiKey: 'pat-na1-your-token' },
  })
  stops.push(nango.stop)
  return nango
}
const ofNango = (look: NonNullable<RunHere['look']>): RunHere => ({
  values: () => [['https://api.nango.dev', openNango().url]],
  env: () => ({ NANGO_SECRET_KEY: openNango().key }),
  look,
})
const statusOf = async (reader: Reader, tenant: string) =>
  (await clientOf(reader).admin('GET', `/admin/tenants/${tenant}`)).status

export const moveAccounts: readonly RunHere[] = [
  ofNango(async ({ reader }) => expect(await statusOf(reader, 'globex')).toBe(404)),
  ofNango(async ({ reader }) => expect(await statusOf(reader, 'globex')).toBe(200)),
  ofNango(() => expect(openNango().connections()).toEqual([])),
]
