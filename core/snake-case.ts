/** `clientSecret`, `client-secret` and `Client secret` as `client_secret`. What isn't a letter or digit at its ends is a `_` there. */
export const snakeCase = (name: string): string =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/[^a-zA-Z0-9]+/g, '_')
    .toLowerCase()
