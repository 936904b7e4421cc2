import type { WhoDecides } from '@patchbay/core/approvals'

/** The seconds after which to look again: people decide in minutes, and looking more often only fills a model's context. */
const lookAgainS = 60

/** The members of a waiting call's state that say who decides, where, and when to look again (in seconds). */
export const describeWait = (who: WhoDecides | undefined) => (who ? { ...who, retry_after: lookAgainS } : {})

/** The decider, in words for a model. */
export const wordWait = ({ decided_by, approve_url }: WhoDecides): string =>
  `It is decided by ${decided_by}${approve_url === undefined ? '' : `, at ${approve_url}`}. Tell your user that it waits, and for whom`
