import { describe, expect, it } from 'vitest'
import { computeCost } from './cost.ts'

const billing = { plan: 'Team', monthly_limit: null, hard_limit: false, included_calls: 0 }
const amount = (currency: string, price_per_call: string, during: number): string =>
  computeCost({ ...billing, currency, price_per_call }, [{ before: 0, during }]).amount

describe('an amount has the decimals of its currency, rounded half up at the end', () => {
  it.each([
    ['EUR', '0.005', 1, '0.01'],
    ['EUR', '0.0049', 1, '0.00'],
    ['EUR', '0.0025', 3, '0.01'],
    ['EUR', '0.1', 3, '0.30'],
    ['EUR', '999999999999.999999999999', 1_000_000_000_000, '999999999999999999999999.00'],
    ['JPY', '0.5', 1, '1'],
    ['JPY', '0.5', 3, '2'],
    ['KWD', '0.0005', 1, '0.001'],
    ['KWD', '1', 2, '2.000'],
  ])('%s %s for each of %i calls is %s', (currency, price, calls, want) => {
    expect(amount(currency, price, calls)).toBe(want)
  })
})

describe('calls beyond those included', () => {
  const cost = (...months: { before: number; during: number }[]) =>
    computeCost({ ...billing, currency: 'EUR', price_per_call: '1', included_calls: 10 }, months)

  it('are counted in each month by itself', () => {
    expect(cost({ before: 0, during: 12 }, { before: 0, during: 9 })).toMatchObject({
      billable_calls: 21,
      amount: '2.00',
    })
  })

  it('of a part of a month are those that came in it', () => {
    expect(cost({ before: 8, during: 5 })).toMatchObject({ billable_calls: 5, amount: '3.00' })
    expect(cost({ before: 12, during: 5 })).toMatchObject({ billable_calls: 5, amount: '5.00' })
  })
})
