import { expect, it } from 'vitest'
import { domainOf } from '../domain-of.ts'
import { startTestGateway } from '../gateway.ts'
import { shop } from './shop.ts'

it.each(['files', 'approvals', 'log'])('no gateway starts with a provider that is called %s', async (id) => {
  const domains = [domainOf({ ...shop, id })]
  await expect(startTestGateway({ domains })).rejects.toThrow(`call the provider ${id}-api`)
})
