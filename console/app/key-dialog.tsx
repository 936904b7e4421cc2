import { useEffect, useRef } from 'react'
import { Button } from '../parts/button.tsx'
import { Modal } from '../parts/modal.tsx'
import { keyQuestion, session } from '../state/api.ts'
import { identityProvider } from '../state/session.ts'
import { t } from '../texts.ts'
import { KeyForm } from './sign-in.tsx'

/** Sends the person to the identity provider in a window of its own, so that nothing that was typed here is lost. */
const RenewAtProvider = ({ onDone }: { readonly onDone: (isSamePerson: boolean) => void }) => {
  const current = session.use()
  const before = useRef(current)
  useEffect(() => {
    if (current?.token !== before.current?.token) onDone(current?.key_id === before.current?.key_id)
  }, [current, onDone])
  return (
    <Button isMain onClick={() => window.open('/console/oidc?renew', 'patchbay-sign-in', 'width=600,height=700')}>
      {t.signIn.with(identityProvider ?? '')}
    </Button>
  )
}

/** Asks for the key, or for a fresh sign-in, again, for what a forgotten browser should not do. */
export const KeyDialog = () => {
  const question = keyQuestion.use()
  const current = session.use()
  if (!question) return null
  const isByKey = current?.signed_in_by !== 'oidc'
  return (
    <Modal
      title={isByKey ? t.signIn.again : t.signIn.againAtProvider}
      description={t.signIn.whyAgain}
      onClose={() => question.answer(false)}
    >
      {isByKey ? <KeyForm onDone={() => question.answer(true)} /> : <RenewAtProvider onDone={question.answer} />}
    </Modal>
  )
}
