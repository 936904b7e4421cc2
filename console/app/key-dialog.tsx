import { useEffect, useRef } from 'react'
import { Button } from '../parts/button.tsx'
import { Modal } from '../parts/over/modal.tsx'
import { keyQuestion, session } from '../state/gateway/api.ts'
import { identityProvider } from '../state/gateway/session.ts'
import { KeyForm } from './sign-in.tsx'
import { signInTexts as t } from './sign-in-texts.ts'

/** Opens the identity provider in a separate window, so that text typed here isn't lost. */
const RenewAtProvider = ({ onDone }: { readonly onDone: (isSamePerson: boolean) => void }) => {
  const current = session.use()
  const before = useRef(current)
  useEffect(() => {
    if (current?.token !== before.current?.token) onDone(current?.key_id === before.current?.key_id)
  }, [current, onDone])
  return (
    <Button isMain onClick={() => window.open('/console/oidc?renew', 'patchbay-sign-in', 'width=600,height=700')}>
      {t.with(identityProvider ?? '')}
    </Button>
  )
}

/** Asks again for the key, or for a fresh sign-in, before changes that a forgotten browser must not be able to make. */
export const KeyDialog = () => {
  const question = keyQuestion.use()
  const current = session.use()
  if (!question) return null
  const isByKey = current?.signed_in_by !== 'oidc'
  return (
    <Modal
      title={isByKey ? t.again : t.againAtProvider}
      description={t.whyAgain}
      onClose={() => question.answer(false)}
    >
      {isByKey ? <KeyForm onDone={() => question.answer(true)} /> : <RenewAtProvider onDone={question.answer} />}
    </Modal>
  )
}
