import { Modal } from '../parts/modal.tsx'
import { t } from '../texts.ts'
import { keyQuestion } from './api.ts'
import { KeyForm } from './sign-in.tsx'

/** Asks for the key again, for what a forgotten browser should not do. */
export const KeyDialog = () => {
  const question = keyQuestion.use()
  if (!question) return null
  return (
    <Modal title={t.signIn.again} description={t.signIn.whyAgain} onClose={() => question.answer(false)}>
      <KeyForm onDone={() => question.answer(true)} />
    </Modal>
  )
}
