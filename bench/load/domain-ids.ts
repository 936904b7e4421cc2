/** Providers that need no settings, as every account of the measured tenant has the same token and nothing else. */
const own = ['github', 'hubspot', 'slack', 'stripe']

/** Twenty: what a tenant with many services has. Which providers ship makes no difference, so that figures can be compared. */
export const domainIds = [...own, ...Array.from({ length: 20 - own.length }, (_, n) => `hubspot-${n + 2}`)]
