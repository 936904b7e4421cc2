import { type FormEvent, useState } from 'react'

/** Sends a form, once at a time, with the name of the button that was pressed. After a failure the fields keep their values. */
export const useSend = (send: (form: FormData) => Promise<void>) => {
  const [error, setError] = useState<unknown>()
  const [isBusy, setBusy] = useState(false)
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { submitter } = event.nativeEvent as SubmitEvent
    const form = new FormData(event.currentTarget, submitter)
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
