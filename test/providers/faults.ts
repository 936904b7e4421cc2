/** An answer that a fake gives in place of its own. */
export interface Fault {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** `true`: the vendor carries out the request although its answer is lost. */
  readonly executed: boolean
}

/** Faults to come, in order. */
export const createFaults = () => {
  const coming: Fault[] = []
  return {
    /** Lets the next `times` requests fail with `status`, in the vendor's error shape. */
    failNext: (
      status: number,
      { times = 1, headers = {}, executed = false }: { times?: number } & Partial<Omit<Fault, 'status'>> = {},
    ): void => {
      coming.push(...Array.from({ length: times }, () => ({ status, headers, executed })))
    },
    take: (): Fault | undefined => coming.shift(),
  }
}
