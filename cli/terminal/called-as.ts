/** The name of the program, which shells complete. */
export const program = 'patchbay'

const { PATCHBAY_PROGRAM, npm_lifecycle_event = '' } = process.env

/** The scripts of the checkout that run the program. */
const scripts = [program, 'import-connections']

/**
 * The command as the user types it. The gateway's package, image and single file set it; in a checkout a script runs
 * it, and Bun isn't in the PATH.
 */
export const calledAs =
  PATCHBAY_PROGRAM ?? (scripts.includes(npm_lifecycle_event) ? `npx bun run --silent ${program}` : program)
