/** Code and models are told what comes back. */
import { actionSignature } from '@patchbay/core/schema'
import { expect, it } from 'vitest'
import { loadRegistry } from '../../server/registry.ts'

const registry = await loadRegistry()

it.each(registry)('$provider.id: each listed action has a type for its result', ({ provider: { id }, source }) => {
  const untold = (source.listed ?? source.names()).filter((name) => {
    const action = source.action(name)
    return action && actionSignature(id, name, action, { answerType: source.answerType?.(name) }).endsWith('<any>')
  })
  expect(untold, 'say it by `answers`').toEqual([])
})

/** Callers get what stands in the `data` of an answer to GraphQL. */
it.each(registry)(
  '$provider.id: no type has the `data` around an answer to GraphQL',
  ({ provider: { id }, source }) => {
    const wrapped = source.names().filter((name) => {
      const action = source.action(name)
      return action?.definition.graphql !== undefined && actionSignature(id, name, action).includes('Promise<{ data')
    })
    expect(wrapped).toEqual([])
  },
)

/** Models get files in their place: docs/files.md. */
it('members in base64 of listed actions are named: attachments and made images', () => {
  const named = registry.flatMap(({ provider: { id }, source }) =>
    (source.listed ?? source.names()).flatMap((name) => {
      const { base64 } = source.action(name) ?? {}
      return base64 ? [`${id}.${name} ${base64.join()}`] : []
    }),
  )
  expect(named).toEqual(['gmail.get_attachment /data', 'openai.generate_image /data/*/b64_json'])
})
