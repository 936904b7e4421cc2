import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { Icon } from '../parts/inline/icon.tsx'
import { ProviderMark } from '../parts/inline/provider-mark.tsx'
import { Search } from '../parts/inline/shapes.ts'
import { useOptions } from '../parts/list/use-options.ts'
import { Modal } from '../parts/over/modal.tsx'
import { letRun } from '../state/let-run.ts'
import { words } from '../words.ts'
import { appTexts as t } from './app-texts.ts'
import { defaultIcon, type PaletteCommand, useCommands } from './commands.ts'
import css from './palette.module.css'

const List = ({ close }: { readonly close: () => void }) => {
  const [typed, setTyped] = useState('')
  const id = useId()
  const navigate = useNavigate()
  const { groups, isLooking } = useCommands(typed)
  const commands = groups.flatMap((group) => group.commands)
  const go = (command: PaletteCommand) => {
    close()
    if (command.to === undefined) return letRun(Promise.resolve(command.run?.()))
    letRun(navigate({ to: command.to, ...(command.search && { search: command.search }) }))
  }
  const options = useOptions<PaletteCommand>(id, { options: commands, onChoose: go, isFirstMarked: true })
  let place = -1
  return (
    <>
      <input
        {...options.field}
        role="combobox"
        aria-label={t.palette.label}
        aria-expanded
        placeholder={t.palette.placeholder}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          options.reset()
        }}
        onKeyDown={(event: KeyboardEvent) => options.onKey(event)}
      />
      <div role="listbox" id={id} aria-label={t.palette.label} className={css.list}>
        {groups.map(({ title, commands: own }) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset has no place in a list of options
          <div key={title} role="group" aria-label={title}>
            <p className={css.group} aria-hidden="true">
              {title}
            </p>
            {own.map((command) => {
              place += 1
              return (
                <div
                  key={`${command.to ?? ''} ${command.more ?? ''} ${command.title}`}
                  {...options.option(place)}
                  className={css.option}
                >
                  {command.provider === undefined ? (
                    <Icon shape={command.icon ?? defaultIcon} />
                  ) : (
                    <ProviderMark id={command.provider} />
                  )}
                  <span className={css.title} dir="auto">
                    {command.title}
                  </span>
                  {command.more !== undefined && <small>{command.more}</small>}
                </div>
              )
            })}
          </div>
        ))}
        {commands.length === 0 && <p className={css.none}>{isLooking ? words.loading : t.palette.none}</p>}
      </div>
    </>
  )
}

/** Ctrl-K: everything by its name, without the mouse. */
export const Palette = () => {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      setOpen(true)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return (
    <>
      <button type="button" className={css.open} onClick={() => setOpen(true)}>
        <Icon shape={Search} />
        {t.palette.title} <kbd>Ctrl K</kbd>
      </button>
      {isOpen && (
        <Modal title={t.palette.title} onClose={() => setOpen(false)}>
          <List close={() => setOpen(false)} />
        </Modal>
      )}
    </>
  )
}
