/** The name of the program, which shells complete. */
export const program = 'patchbay'

/** How it was called; the gateway's package and its one file say that. */
export const calledAs = process.env.PATCHBAY_PROGRAM ?? program
