import { expect, it } from 'vitest'
import { createVerdicts } from './verdicts.ts'

it('each change of the verdict is told once, whoever else has seen it', async () => {
  const ref = { tenant: 'acme', provider: 'crm', account: 'main' }
  let stored: string | null = null
  const recordVerdict = async (_ref: unknown, _version: string, rejected: Date | null): Promise<boolean> => {
    const changes = (stored === null) !== (rejected === null)
    stored = rejected?.toISOString() ?? null
    return changes
  }
  const verdicts: string[] = []
  const open = () =>
    createVerdicts({ credentials: { recordVerdict } as never }, (_ref, verdict) => verdicts.push(verdict))
  const [one, other] = [open(), open()]
  const credential = { accessToken: 'x', tokenType: 'Bearer', expiresAt: null, version: '1' }
  for (const verdicts of [one, other]) {
    await verdicts.refused(ref, credential)
    await verdicts.refused(ref, credential)
  }
  expect(verdicts).toEqual(['rejected'])
  for (const verdicts of [one, other]) await verdicts.accepted(ref, { ...credential, rejected: true })
  expect(verdicts).toEqual(['rejected', 'accepted'])
})
