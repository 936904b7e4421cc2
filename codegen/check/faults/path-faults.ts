import { isChangedByUrl } from '@patchbay/core/provider'

/** The fault of the path in a route such as `GET /items/{id}`. */
export const pathFaults = (route: string): string[] =>
  isChangedByUrl(route.replace(/^[A-Z]+ /, ''))
    ? [
        `URL parsing would change the path of ${JSON.stringify(route)}: write it without . and .. (or %2e), backslashes and control characters`,
      ]
    : []
