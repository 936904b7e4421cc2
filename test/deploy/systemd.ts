const program = Bun.which('systemd-analyze')

export const missingSystemd = program ? undefined : 'systemd-analyze is not installed'

/** Faults that systemd finds in units, given by their paths; empty: none. */
export const verifyUnits = (...units: readonly string[]): string =>
  Bun.spawnSync([program ?? '', 'verify', ...units]).stderr.toString()
