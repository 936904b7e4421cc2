import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { Modal } from '../parts/form/modal.tsx'
import type { ApiSchemas } from '../state/api.ts'
import { useFoundTenants } from '../state/reads.ts'
import { appTexts as t } from './app-texts.ts'
import { navigation } from './navigation.ts'
import css from './palette.module.css'

interface Command {
  readonly title: string
  readonly to: string
}

const screens: readonly Command[] = navigation.flatMap(({ screens: all }) =>
  all.map(({ to, title }) => ({ to, title })),
)

/** Screens and tenants that match the typed text, and the call if the text may be a request id. */
const commandsFor = (typed: string, tenants: readonly ApiSchemas['Tenant'][]): readonly Command[] => {
  const words = typed.trim().toLowerCase()
  const hasWords = (text: string): boolean => text.toLowerCase().includes(words)
  const found = screens.filter(({ title }) => hasWords(title))
  if (words === '') return found
  // While those of what is typed are looked for, the tenants are those of what was typed before: Enter must not go there.
  const named = tenants.filter(({ id, name }) => hasWords(id) || hasWords(name))
  return [
    ...found,
    ...named.map(({ id, name }) => ({ title: t.palette.tenant(id, name), to: `/tenants/${id}` })),
    ...(/^[\w.-]{6,128}$/.test(typed.trim())
      ? [{ title: t.palette.call(typed.trim()), to: `/calls/${encodeURIComponent(typed.trim())}` }]
      : []),
  ]
}

const List = ({ close }: { readonly close: () => void }) => {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState(0)
  const navigate = useNavigate()
  const commands = commandsFor(typed, useFoundTenants(typed.trim(), 5).data ?? [])
  const index = Math.min(chosen, commands.length - 1)
  const go = (command: Command | undefined) => {
    if (!command) return
    close()
    void navigate({ to: command.to })
  }
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      setChosen((index + step + commands.length) % commands.length)
    } else if (event.key === 'Enter') go(commands[index])
  }
  return (
    <>
      <input
        role="combobox"
        aria-label={t.palette.label}
        aria-expanded
        aria-controls="palette-list"
        aria-activedescendant={`palette-${index}`}
        placeholder={t.palette.placeholder}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          setChosen(0)
        }}
        onKeyDown={onKey}
      />
      <div role="listbox" id="palette-list" aria-label={t.palette.label} className={css.list}>
        {commands.map((command, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above takes the keys
          <div
            key={command.to}
            id={`palette-${at}`}
            role="option"
            tabIndex={-1}
            aria-selected={at === index}
            className={css.option}
            onClick={() => go(command)}
          >
            {command.title}
          </div>
        ))}
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
