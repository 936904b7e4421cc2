/** Prints what the decision about a call takes, by the rules of its tenant: `bun run bench:rules`. Nothing is sent. */
import { Access, type AccessCall, type AccessPolicy } from '@patchbay/core/access'

const rounds = 7
const decisions = 200_000

const call: AccessCall = {
  provider: 'stripe',
  action: 'create_payment_intent',
  kind: 'write',
  classes: ['pays'],
  account: 'main',
  roles: {
    recipient: ['/receipt_email'],
    amount: { at: ['/amount'], currency: '/currency', unit: 'minor' },
  },
  params: { amount: 4500, currency: 'eur', receipt_email: 'ada@acme.com', description: 'Twenty seats for a year' },
}

const pattern = 'stripe:create_payment_intent'
const other = (n: number) => ({ pattern, where: { properties: { description: { pattern: `^Order ${n} ` } } } })
const conditions = (count: number) => [
  ...Array.from({ length: count - 2 }, (_, n) => other(n)),
  { pattern, roles: { recipient: { domain: ['*.acme.com', 'evil.example'] } } },
  { pattern, roles: { amount: { currency: 'EUR', maximum: '40.00' } } },
]

const policies: Readonly<Record<string, AccessPolicy>> = {
  'no rules': {},
  '20 patterns': { deny: Array.from({ length: 20 }, (_, n) => `hubspot:create@account-${n}`) },
  '20 conditions, none holds': { deny: conditions(20) },
  '20 exceptions, the last holds': {
    ask: [
      {
        pattern: '*:pays',
        except: [...conditions(19), { pattern, roles: { amount: { currency: 'EUR', maximum: '50.00' } } }],
      },
    ],
  },
}

/** Microseconds of processor time, which other work on the machine doesn't add to; the quickest of some rounds, as the first ones compile. */
const measure = (access: Access): number => {
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round < rounds; round++) {
    const start = process.cpuUsage()
    for (let n = 0; n < decisions; n++) access.decide(call)
    const { user, system } = process.cpuUsage(start)
    best = Math.min(best, user + system)
  }
  return best / decisions
}

for (const [name, policy] of Object.entries(policies)) {
  const access = Access.of({ tenant: policy })
  console.log(`${name.padEnd(32)}${measure(access).toFixed(3)} us, ${access.decide(call).kind}`)
}
