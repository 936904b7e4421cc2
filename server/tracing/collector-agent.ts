import { readFileSync } from 'node:fs'
import type { AgentOptions } from 'node:https'
import { isIPv6, type LookupFunction } from 'node:net'
import { resolveByCares } from '@patchbay/core/fetch'
import { inBackground } from '@patchbay/core/in-background'

/** Looks names up by c-ares, as every outgoing request does: a silent name server must not delay the audit log's file syncs. */
const lookup: LookupFunction = (hostname, { all }, done) => {
  const lookedUp = resolveByCares(hostname).then(
    (addresses) => {
      const entries = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }))
      if (all) done(null, entries)
      else done(null, entries[0]?.address ?? '', entries[0]?.family)
    },
    (error: NodeJS.ErrnoException) => done(error, ''),
  )
  inBackground(lookedUp, 'look_up_collector')
}

/** The content of the file that OTEL_EXPORTER_OTLP_TRACES_<name> or OTEL_EXPORTER_OTLP_<name> names. */
const readVariableFile = (name: string): Buffer | undefined => {
  const path = process.env[`OTEL_EXPORTER_OTLP_TRACES_${name}`] || process.env[`OTEL_EXPORTER_OTLP_${name}`]
  return path ? readFileSync(path) : undefined
}

/** The exporter's connection options. With options, the exporter doesn't read the environment's certificates, so they are here. */
export const collectorAgent = (): AgentOptions => ({
  keepAlive: true,
  lookup,
  rejectUnauthorized: true,
  ca: readVariableFile('CERTIFICATE'),
  cert: readVariableFile('CLIENT_CERTIFICATE'),
  key: readVariableFile('CLIENT_KEY'),
})
