/** NaN of nothing. */
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** The mean without the lowest and the highest fifth. NaN of nothing. */
export const trimmedMean = (values: readonly number[]): number => {
  const cut = Math.floor(values.length / 5)
  const middle = values.toSorted((a, b) => a - b).slice(cut, values.length - cut)
  return middle.reduce((sum, value) => sum + value, 0) / middle.length
}
