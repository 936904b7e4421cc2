import { type FormEvent, useEffect, useState } from 'react'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { ApiError } from '../state/api.ts'
import { endSignInWindow, goToProvider, identityProvider, signIn, signInProblem } from '../state/session.ts'
import { t } from '../texts.ts'
import css from './sign-in.module.css'

export const KeyForm = ({ onDone }: { readonly onDone?: () => void }) => {
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    setBusy(true)
    try {
      await signIn(String(new FormData(form).get('key')).trim())
      onDone?.()
    } catch (error) {
      form.reset()
      form.querySelector('input')?.focus()
      setProblem(error instanceof ApiError && error.status === 401 ? t.signIn.wrong : t.error.saying(error))
    }
    setBusy(false)
  }
  return (
    <form onSubmit={submit}>
      <Field label={t.signIn.key} problem={problem}>
        {(field) => <input {...field} type="password" name="key" autoComplete="off" required />}
      </Field>
      <Button type="submit" isMain isBusy={isBusy}>
        {t.signIn.submit}
      </Button>
    </form>
  )
}

export const SignIn = () => {
  const problem = signInProblem.use()
  return (
    <main className={css.page}>
      <div className={css.card}>
        <h1>{t.signIn.title}</h1>
        {problem !== null && <p role="alert">{t.signIn.problem(problem)}</p>}
        {identityProvider !== undefined && (
          <p>
            <Button isMain onClick={goToProvider}>
              {t.signIn.with(identityProvider)}
            </Button>
          </p>
        )}
        <p>{t.signIn.help}</p>
        <KeyForm />
      </div>
    </main>
  )
}

/** In the window that was opened to sign in again. */
export const SignedIn = () => {
  const problem = signInProblem.use()
  useEffect(() => {
    if (problem === null) endSignInWindow()
  }, [problem])
  return (
    <main className={css.page}>
      <div className={css.card}>
        <h1>{t.signIn.title}</h1>
        <p role="alert">{problem === null ? t.signIn.closeWindow : t.signIn.problem(problem)}</p>
      </div>
    </main>
  )
}
