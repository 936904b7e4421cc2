import { type Html, html } from '../pages/html.ts'

/** The reason why the form can't be accepted, for its user. */
export interface FormError {
  readonly status: number
  readonly message: string
  /** True if the token is wrong: then its field is marked. */
  readonly token?: boolean
  readonly headers?: Readonly<Record<string, string>>
}

export const hiddenFields = (fields: Iterable<readonly [name: string, value: string | undefined]>): Html[] =>
  [...fields].map(([name, value]) =>
    value === undefined ? html`` : html`<input type="hidden" name="${name}" value="${value}">\n`,
  )

export const errorBox = (formError: FormError | undefined): Html =>
  formError ? html`<p class="wrong" role="alert" id="form-error">${formError.message}</p>\n` : html``

/** `explanation`: what happens to the token, below its field. */
export const tokenField = (formError: FormError | undefined, explanation: string): Html => {
  const state = formError?.token
    ? html`aria-invalid="true" aria-describedby="form-error hint" autofocus`
    : html`aria-describedby="hint"`
  return html`<label for="token">Tenant token</label>
<input type="password" id="token" name="token" required maxlength="1024" autocomplete="off" autocapitalize="off" spellcheck="false" ${state}>
<p class="quiet" id="hint">${explanation}</p>`
}
