/** The outcomes that every figure of failed calls counts: an unknown one is a failure until somebody has looked. */
export const failedOutcomes = 'error,unknown'
