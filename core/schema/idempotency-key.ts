/** Idempotency keys that every vendor accepts. Stripe's limit is the lowest: https://docs.stripe.com/api/idempotent_requests */
export const idempotencyKeyPattern = '^[\\x21-\\x7e]{1,255}$'
