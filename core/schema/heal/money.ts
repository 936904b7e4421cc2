/** The words by which schemas name money. */
const moneyWords = /(?:^|_)(?:amount|price|total|subtotal|cost|fee|tip|balance|discount|tax|rate|salary|budget)(?:$|_)/

/** True if a parameter of that name is probably an amount of money: `unit_amount`, `totalPrice`. */
export const isMoneyName = (name: string): boolean =>
  moneyWords.test(name.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase())
