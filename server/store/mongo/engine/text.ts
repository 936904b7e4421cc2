/**
 * Returns its argument, and throws TypeError if it is not a text. Types aren't checked at run time: an object in place of a
 * text, like `{"$gt": ""}`, would be an operator that matches everything.
 */
export const requireText = (value: string): string => {
  if (typeof value !== 'string') throw new TypeError('a text was expected, to compare with records')
  return value
}

/** A filter on exactly this text. */
export const equalText = (value: string): { readonly $eq: string } => ({ $eq: requireText(value) })

/** A filter on texts that contain this one, in any case. */
export const containingText = (value: string): { readonly $regex: string; readonly $options: 'i' } => ({
  $regex: requireText(value).replaceAll(/[^\p{L}\p{N}]/gu, '\\$&'),
  $options: 'i',
})
