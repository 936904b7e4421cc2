/** As server/main.ts, with a provider of each auth kind that only tests know. */
import { banner } from '../../server/banner.ts'
import { readConfiguration } from '../../server/configuration/configuration.ts'
import { startGateway } from '../../server/gateway.ts'
import { byHeader, byPair, byQuery, fixture, listed } from '../call-path/fixture-provider.ts'
import { domainOf } from '../domain-of.ts'

const domains = [fixture, byHeader, byQuery, byPair, listed].map(domainOf)
const { configuration } = readConfiguration(
  process.env,
  domains.map(({ provider }) => provider.id),
)
console.log(banner(await startGateway(configuration, domains), domains))
