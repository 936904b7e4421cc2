import type { Rule } from '../evidence.ts'
import { effectUnknown } from './effect-unknown.ts'
import { errorSpike } from './error-spike.ts'
import { invalidParameters } from './invalid-parameters.ts'
import { latencySpike } from './latency-spike.ts'
import { needsReauthorization } from './needs-reauthorization.ts'
import { neverCached } from './never-cached.ts'
import { probeFails } from './probe-fails.ts'
import { quotaForecast } from './quota-forecast.ts'
import { rateLimited } from './rate-limited.ts'
import { tokenLapses } from './token-lapses.ts'
import { unusedAccount } from './unused-account.ts'
import { unusedToken } from './unused-token.ts'

/** The rules that are applied to each tenant's evidence. */
export const rules: readonly Rule[] = [
  effectUnknown,
  tokenLapses,
  needsReauthorization,
  probeFails,
  errorSpike,
  latencySpike,
  rateLimited,
  unusedAccount,
  unusedToken,
  invalidParameters,
  neverCached,
  quotaForecast,
]
