/**
 * The command by which the operator called this gateway, for its messages. The package, the image and the single file
 * set it; in a checkout scripts run it, and `npx` has the Bun for them.
 */
const program = process.env.PATCHBAY_PROGRAM

/** The command of a script of the checkout that is a command of the program as well. */
export const commandAsCalled = (script: 'migrate'): string =>
  program === undefined ? `npx bun run ${script}` : `${program} ${script}`

export const demoCommand = program === undefined ? 'npx bun start --demo' : `${program} demo`
export const helpCommand = program === undefined ? 'npx bun start --help' : `${program} --help`
