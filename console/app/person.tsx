import { useState } from 'react'
import { Button } from '../parts/button.tsx'
import { ChoiceField } from '../parts/form/choice.tsx'
import { LogOut } from '../parts/inline/shapes.ts'
import { Modal } from '../parts/over/modal.tsx'
import { problemTexts } from '../parts/page/problem-texts.ts'
import { session } from '../state/gateway/api.ts'
import { documentation, identityProvider, signOut } from '../state/gateway/session.ts'
import { setTheme, theme, themes } from '../state/stored/theme.ts'
import { words } from '../words.ts'
import { appTexts as t } from './app-texts.ts'
import css from './person.module.css'

/** The menu of the signed-in person: the theme, the documentation, and the ways out. */
export const PersonMenu = () => {
  const current = session.use()
  const chosen = theme.use()
  const [isOpen, setOpen] = useState(false)
  const [problem, setProblem] = useState<string>()
  const leave = async (isEverywhere: boolean) => {
    try {
      await signOut(isEverywhere)
    } catch (error) {
      setProblem(problemTexts.message(error))
    }
  }
  if (!current) return null
  return (
    <>
      <button type="button" className={css.person} onClick={() => setOpen(true)}>
        <span className={css.letter} aria-hidden="true">
          {current.name.charAt(0).toUpperCase()}
        </span>
        <span className={css.who}>
          <span className={css.name}>{current.name}</span>
          <span className={css.role}>{words.roles[current.role]}</span>
        </span>
      </button>
      {isOpen && (
        <Modal title={t.person.title} onClose={() => setOpen(false)}>
          <p>
            {current.signed_in_by === 'oidc'
              ? t.person.signedInWithProvider(current.name, identityProvider ?? words.none, words.roles[current.role])
              : t.person.signedInWithKey(current.name, words.roles[current.role])}
          </p>
          <div className={css.theme}>
            {t.person.theme}
            <ChoiceField
              label={t.person.theme}
              choices={themes.map((name) => [name, t.person.themes[name]] as const)}
              value={chosen}
              onChange={setTheme}
            />
          </div>
          {documentation !== undefined && (
            <p>
              <a href={documentation}>{t.person.documentation}</a>
            </p>
          )}
          {problem !== undefined && <p role="alert">{problem}</p>}
          <div className={css.buttons}>
            <Button icon={LogOut} onClick={() => leave(false)}>
              {t.person.signOut}
            </Button>
            <Button onClick={() => leave(true)}>{t.person.signOutEverywhere}</Button>
          </div>
        </Modal>
      )}
    </>
  )
}
