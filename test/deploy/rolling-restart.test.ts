// Test lanes: mongodb, slow

import { findProgram, proxies } from './proxy-examples.ts'
import { testRollingRestarts } from './rolling-restart.ts'

testRollingRestarts(
  proxies.map((example) => [example, findProgram(example.program)]),
  2000,
)
