import { expect, test } from 'vitest'
import type { ApprovalRecord } from '../../store/index.ts'
import { createApprovalDesk, type DeskParts } from './desk.ts'

test('an approved call that can not be carried out keeps no others from their end', async () => {
  const fault = new Error('the secret of the tenant can not be opened')
  const errors: unknown[] = []
  const steps: string[] = []
  const parts = {
    store: {
      effects: { keys: async () => [] },
      changes: { listen: () => () => undefined },
      approvals: { due: async () => [{ state: 'approved', version: '1' } as ApprovalRecord], swap: async () => true },
      tenantSecrets: { get: () => Promise.reject(fault) },
      standingApprovals: {
        expired: async () => {
          steps.push('standing')
          return []
        },
      },
      codeRuns: {
        forget: async () => {
          steps.push('runs')
          return 0
        },
      },
    },
    onError: (error: unknown) => errors.push(error),
  }
  const desk = createApprovalDesk(parts as unknown as DeskParts)
  expect(await desk.sweep(10)).toEqual({ expired: 0, resumed: 1, forgotten: 0 })
  expect([errors, steps]).toEqual([[fault], ['standing', 'runs']])
})
