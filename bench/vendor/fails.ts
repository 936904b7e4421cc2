import type { Parameters } from './samples.ts'

/** One line a kind of fault, with the first parameters that brought it up. */
export const createFails = () => {
  const found = new Map<string, string>()
  return {
    add: (action: string, fault: string, parameters?: Parameters) => {
      const sample = parameters === undefined ? '' : ` with ${JSON.stringify(parameters).slice(0, 300)}`
      // Indices and values differ from sample to sample; the fault is one.
      const kind = `${action}: ${fault.replaceAll(/\d+/g, '*')}`
      if (!found.has(kind)) found.set(kind, `${action}: ${fault}${sample}`)
    },
    all: (): readonly string[] => [...found.values()],
  }
}

export type Fails = ReturnType<typeof createFails>
