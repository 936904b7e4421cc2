/** One thing that is wrong with a request: a JSON pointer into its body, and what to change. */
export interface FieldError {
  readonly path: string
  readonly message: string
}

/** An answer of the CRM that isn't a success, in the shape that many vendors use. */
export class CrmError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly fields: readonly FieldError[] = [],
  ) {
    super(message)
  }

  toResponse(): Response {
    const { code, message, fields } = this
    return Response.json({ error: { code, message, ...(fields.length > 0 && { fields }) } }, { status: this.status })
  }
}
