/** A number with its noun: `1 tenant`, `2 tenants`. */
export const counted = (number: number, one: string, many = `${one}s`): string =>
  `${number} ${number === 1 ? one : many}`
