/**
 * The same text. Types don't hold at run time: an object where a text belongs, like `{"$gt": ""}`, would be an operator
 * that matches everything. Throws TypeError for it.
 */
export const text = (value: string): string => {
  if (typeof value !== 'string') throw new TypeError('a text was expected here, to compare records with')
  return value
}

/** A filter on exactly this text. */
export const equal = (value: string): { readonly $eq: string } => ({ $eq: text(value) })
