const unit = /\b(?:unit|cents?|seconds?|minutes?|hours?|days?|milliseconds?|percent|bytes?|points|currency|amount)\b/i

/** True if the description of a number says its unit. */
export const saysUnit = (description: string): boolean => unit.test(description)
