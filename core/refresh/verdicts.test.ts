import { expect, it } from 'vitest'
import { createVerdicts } from './verdicts.ts'

it('each change of the verdict is told once, whoever else has seen it', async () => {
  const ref = { tenant: 'acme', provider: 'crm', account: 'main' }
  let stored: string | null = null
  const judge = async (_ref: unknown, _version: string, rejected: Date | null): Promise<boolean> => {
    const changes = (stored === null) !== (rejected === null)
    stored = rejected?.toISOString() ?? null
    return changes
  }
  const told: string[] = []
  const open = () => createVerdicts({ credentials: { judge } as never }, (_ref, verdict) => told.push(verdict))
  const [one, other] = [open(), open()]
  const credential = { accessToken: 'x', tokenType: 'Bearer', expiresAt: null, version: '1' }
  for (const verdicts of [one, other]) {
    await verdicts.refused(ref, credential)
    await verdicts.refused(ref, credential)
  }
  expect(told).toEqual(['rejected'])
  for (const verdicts of [one, other]) await verdicts.accepted(ref, { ...credential, rejected: true })
  expect(told).toEqual(['rejected', 'accepted'])
})
