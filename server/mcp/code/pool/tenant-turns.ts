interface OfTenant {
  readonly tenant: string
}

/** Counts the places that a tenant already has. */
export type CountHeld = (tenant: string) => number

/** The queue for turns. The tenant that has least goes first, and of several the one that was served longest ago. */
export interface TenantTurns<T extends OfTenant> {
  /** `isFirst`: before the others of its tenant. */
  add(one: T, isFirst?: boolean): void
  remove(one: T): void
  /** The next one to serve. */
  peek(held: CountHeld): T | undefined
  take(held: CountHeld): T | undefined
  /** The one who came last, of the tenant with the most. */
  last(): T | undefined
  countOf(tenant: string): number
  size(): number
  all(): readonly T[]
}

export const createTenantTurns = <T extends OfTenant>(): TenantTurns<T> => {
  /** A tenant that was served goes to the end. */
  const tenants = new Map<string, readonly T[]>()
  const remove = (one: T): void => {
    const others = tenants.get(one.tenant)?.filter((other) => other !== one) ?? []
    if (others.length > 0) tenants.set(one.tenant, others)
    else tenants.delete(one.tenant)
  }
  const peek = (held: CountHeld): T | undefined => {
    const firsts = [...tenants.values()].flatMap(([first]) => (first ? [first] : []))
    const least = Math.min(...firsts.map(({ tenant }) => held(tenant)))
    return firsts.find(({ tenant }) => held(tenant) === least)
  }
  const all = (): readonly T[] => [...tenants.values()].flat()
  return {
    add(one, isFirst = false) {
      const list = tenants.get(one.tenant) ?? []
      tenants.set(one.tenant, isFirst ? [one, ...list] : [...list, one])
    },
    remove,
    peek,
    take(held) {
      const next = peek(held)
      if (!next) return undefined
      const [, ...others] = tenants.get(next.tenant) ?? []
      tenants.delete(next.tenant)
      if (others.length > 0) tenants.set(next.tenant, others)
      return next
    },
    last: () => [...tenants.values()].toSorted((one, other) => other.length - one.length)[0]?.at(-1),
    countOf: (tenant) => tenants.get(tenant)?.length ?? 0,
    size: () => all().length,
    all,
  }
}
