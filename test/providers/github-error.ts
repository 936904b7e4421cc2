export interface GithubFault {
  readonly resource?: string
  readonly field?: string
  readonly code: string
  readonly message?: string
}

/** GitHub's error body, thrown anywhere in the fake. https://docs.github.com/en/rest/using-the-rest-api/troubleshooting-the-rest-api */
export class GithubError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly errors?: readonly GithubFault[],
  ) {
    super(message)
  }

  body() {
    const { message, errors, status } = this
    return { message, ...(errors && { errors }), documentation_url: documentation, status: String(status) }
  }
}

const documentation = 'https://docs.github.com/rest'

/** Also for what is there but not for this credential. */
export const notFound = (): GithubError => new GithubError(404, 'Not Found')

export const invalid = (resource: string, field: string, code: string): GithubError =>
  new GithubError(422, 'Validation Failed', [{ resource, field, code }])

export const primaryLimit = (): GithubError => new GithubError(403, 'API rate limit exceeded for user ID 1.')

/** The error of a status that the fake was told to answer with; 403 and 429 are secondary rate limits. */
export const errorOf = (status: number): GithubError => {
  if (status === 401) return new GithubError(401, 'Bad credentials')
  if (status !== 403 && status !== 429) return new GithubError(status, 'Server Error')
  return new GithubError(
    status,
    'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.',
  )
}
