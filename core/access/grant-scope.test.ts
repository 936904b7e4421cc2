import { expect, it } from 'vitest'
import { parseGrantScope, printGrantScope } from './grant-scope.ts'

it.each([
  [null, null, []],
  ['', null, []],
  ['hubspot:write *:read', ['hubspot:write', '*:read'], []],
  ['hubspot:write ask:hubspot:write', ['hubspot:write'], ['hubspot:write']],
  ['ask:*:write', null, ['*:write']],
  // A provider may have this name.
  ['ask:read', ['ask:read'], []],
])('the scope %j allows %j and asks about %j', (scope, allow, ask) => {
  expect(parseGrantScope(scope)).toEqual({ allow, ask })
})

it.each(['hubspot:write ask:hubspot:write', 'ask:*:write', '*:read'])('the scope %s is printed as it was', (scope) => {
  expect(printGrantScope(parseGrantScope(scope))).toBe(scope)
})
