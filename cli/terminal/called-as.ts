/** The name of the program, which shells complete. */
export const program = 'patchbay'

const { PATCHBAY_PROGRAM, npm_lifecycle_event } = process.env

/** How it was called; the gateway's package, its image and its one file say that. In a checkout a script calls it, and Bun isn't in the PATH. */
export const calledAs =
  PATCHBAY_PROGRAM ?? (npm_lifecycle_event === program ? `npx bun run --silent ${program}` : program)
