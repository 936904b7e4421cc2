import { type FormEvent, useState } from 'react'

/** Sends a form, once at a time. After a failure the fields keep their values. */
export const useSend = (send: (form: FormData) => Promise<void>) => {
  const [error, setError] = useState<unknown>()
  const [isBusy, setBusy] = useState(false)
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    setBusy(true)
    try {
      await send(form)
      setError(undefined)
    } catch (thrown) {
      setError(thrown)
    }
    setBusy(false)
  }
  return { error, isBusy, onSubmit }
}
