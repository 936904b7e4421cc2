/** Keys of callers that every vendor takes: Stripe's are the shortest, https://docs.stripe.com/api/idempotent_requests */
export const idempotencyKeyPattern = '^[\\x21-\\x7e]{1,255}$'
