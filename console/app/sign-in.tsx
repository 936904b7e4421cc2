import { type FormEvent, useEffect, useState } from 'react'
import { Button } from '../parts/button.tsx'
import { LabelledField } from '../parts/form/field.tsx'
import { problemTexts } from '../parts/page/problem-texts.ts'
import { ApiError, sessionEnd } from '../state/gateway/api.ts'
import { endSignInWindow, goToProvider, identityProvider, signIn, signInProblem } from '../state/gateway/session.ts'
import css from './sign-in.module.css'
import { signInTexts as t } from './sign-in-texts.ts'

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
      const isWrong = error instanceof ApiError && error.status === 401
      // A key that nobody has judged stays, to be sent again.
      if (isWrong) form.reset()
      form.querySelector('input')?.focus()
      setProblem(isWrong ? t.wrong : problemTexts.message(error))
    }
    setBusy(false)
  }
  return (
    <form onSubmit={submit}>
      <LabelledField label={t.key} problem={problem}>
        {(field) => <input {...field} type="password" name="key" autoComplete="off" required />}
      </LabelledField>
      <Button type="submit" isMain isBusy={isBusy}>
        {t.submit}
      </Button>
    </form>
  )
}

export const SignInPage = () => {
  const [problem, end] = [signInProblem.use(), sessionEnd.use()]
  return (
    <main className={css.page}>
      <div className={css.card}>
        <h1>{t.title}</h1>
        {problem !== null && <p role="alert">{t.problem(problem)}</p>}
        {problem === null && end !== undefined && <p role="alert">{t.ended(end)}</p>}
        {identityProvider !== undefined && (
          <p>
            <Button isMain onClick={goToProvider}>
              {t.with(identityProvider)}
            </Button>
          </p>
        )}
        <p>{t.help}</p>
        <KeyForm />
      </div>
    </main>
  )
}

/** The page after the sign-in of a window that was opened to sign in again. */
export const SignedIn = () => {
  const problem = signInProblem.use()
  useEffect(() => {
    if (problem === null) endSignInWindow()
  }, [problem])
  return (
    <main className={css.page}>
      <div className={css.card}>
        <h1>{t.title}</h1>
        <p role="alert">{problem === null ? t.closeWindow : t.problem(problem)}</p>
      </div>
    </main>
  )
}
