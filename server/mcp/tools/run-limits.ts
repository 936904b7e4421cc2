/** The limits of code runs: of each one, and of all of a gateway. */
export const runLimits = {
  /** The most runs that have a place at once, and that compute at once. The others wait. */
  runsThere: 8,
  runsComputing: 2,
  /** The code and its parameters, in bytes. */
  codeBytes: 64 * 2 ** 10,
  parametersBytes: 2 ** 20,
  /** All of the code's memory: objects, strings, stack. */
  memoryBytes: 64 * 2 ** 20,
  cpuMs: 10_000,
  /** The longest run, from its beginning to its end, its calls included. */
  totalMs: 120_000,
  calls: 200,
  callsAtOnce: 8,
  /** The most waits by `sleep` and timers. Their ids begin beyond those of calls. */
  waits: 1000,
  firstWait: 1_000_000,
  /** The most bytes of one call's JSON. */
  callBytes: 2 ** 20,
  /** The most bytes of the code's result as JSON. */
  resultBytes: 2 ** 20,
  /** The most characters of an answer's form in a hint. */
  hintCharacters: 300,
  logLines: 100,
  logCharacters: 16_000,
} as const
