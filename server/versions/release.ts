import { currentLevel, gatewayLeaseMs } from '@patchbay/core/store'
import packageJson from '../../package.json' with { type: 'json' }

/** How a gateway describes itself to others on its store. Tests pass older ones. */
export interface Release {
  readonly version: string
  readonly level: number
  /** How long it counts as alive after each beat, in milliseconds. */
  readonly leaseMs: number
}

export const release: Release = { version: packageJson.version, level: currentLevel, leaseMs: gatewayLeaseMs }
