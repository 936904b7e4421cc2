const program = Bun.which('systemd-analyze')

export const missingSystemd = program ? undefined : 'systemd-analyze is not installed'

/** What systemd finds wrong with units, given by their paths; empty: nothing. */
export const verifyUnits = (...units: readonly string[]): string =>
  Bun.spawnSync([program ?? '', 'verify', ...units]).stderr.toString()
