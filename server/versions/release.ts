import { currentLevel, gatewayLeaseMs } from '@patchbay/core/store'
import packageJson from '../../package.json' with { type: 'json' }

/** The description of a gateway for others on its store. Tests pass older ones. */
export interface Release {
  readonly version: string
  readonly level: number
  /** The milliseconds for which it counts as alive after each beat. */
  readonly leaseMs: number
}

export const release: Release = { version: packageJson.version, level: currentLevel, leaseMs: gatewayLeaseMs }
