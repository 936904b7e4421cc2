/**
 * How the one who started this gateway calls it again, in what it prints. The package and the one file say how they were called; what
 * runs from a checkout or in the image is `bun start`.
 */
const program = process.env.PATCHBAY_PROGRAM

export const demoCommand = program === undefined ? 'bun start --demo' : `${program} demo`
export const helpCommand = program === undefined ? 'bun start --help' : `${program} --help`
