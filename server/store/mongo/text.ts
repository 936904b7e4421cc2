/**
 * Returns its argument, and throws TypeError if it is no text. Types aren't checked at run time: an object in place of a
 * text, like `{"$gt": ""}`, would be an operator that matches everything.
 */
export const text = (value: string): string => {
  if (typeof value !== 'string') throw new TypeError('a text was expected, to compare with records')
  return value
}

/** A filter on exactly this text. */
export const equal = (value: string): { readonly $eq: string } => ({ $eq: text(value) })
