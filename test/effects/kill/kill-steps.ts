/**
 * The steps of a write at which the gateway is killed, in their order. At `first byte` and `vendor has it` the vendor kills it, at all
 * others the gateway kills itself.
 */
export const killSteps = [
  'before the intent',
  'after the intent',
  'first byte',
  'vendor has it',
  'answer half read',
  'answer read',
  'entry written',
  'closed',
] as const

export type KillStep = (typeof killSteps)[number]
