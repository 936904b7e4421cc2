import type { AnyProvider } from '@patchbay/core/provider'
import { bodySchema, type Domain, toolDefinition } from '@patchbay/core/schema'
import { Value } from 'typebox/value'

/** A registry entry for a provider that only a test knows; its checks are interpreted instead of generated. */
export const domainOf = (provider: AnyProvider): Domain => ({
  provider,
  package: `test-${provider.id}`,
  version: '0.0.0',
  origins: [],
  tokenHosts: [],
  tool: toolDefinition(provider),
  checks: Object.fromEntries(
    Object.entries(provider.actions).map(([name, action]) => {
      const body = bodySchema(name, action)
      const { result } = action
      return [
        name,
        {
          body: (value: unknown) => Value.Check(body, value),
          ...(result && { result: (value: unknown) => Value.Check(result, value) }),
        },
      ]
    }),
  ),
})
