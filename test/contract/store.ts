import { afterAll, afterEach, describe, onTestFinished } from 'vitest'
import { auditContract } from './audit.ts'
import { bearerTokensContract } from './bearer-tokens.ts'
import { changesContract } from './changes.ts'
import { countersContract } from './counters.ts'
import { credentialsContract } from './credentials.ts'
import { lifeCycleContract } from './life-cycle.ts'
import type { FreshStore, OpenStore } from './open-store.ts'
import { seedsContract } from './seeds.ts'
import { tenantsContract } from './tenants.ts'

/** What every driver of the ports in `core/store` must do. `open` makes an empty store. */
export const storeContract = (name: string, open: () => Promise<OpenStore>): void => {
  const fresh: FreshStore = async () => {
    const opened = await open()
    onTestFinished(() => opened.remove())
    return opened
  }
  describe(`the ${name} store`, () => {
    const tally = { passed: 0, failed: 0 }
    afterEach(({ task }) => {
      tally[task.result?.state === 'fail' ? 'failed' : 'passed'] += 1
    })
    afterAll(() => {
      console.log(`store contract, ${name}: ${tally.passed} passed, ${tally.failed} failed`)
    })
    tenantsContract(fresh)
    bearerTokensContract(fresh)
    credentialsContract(fresh)
    seedsContract(fresh)
    auditContract(fresh)
    countersContract(fresh)
    changesContract(fresh)
    lifeCycleContract(fresh)
  })
}
