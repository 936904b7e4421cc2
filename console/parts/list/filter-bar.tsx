import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { letRun } from '../../state/let-run.ts'
import { type Search as UrlSearch, useUrl } from '../../state/search.ts'
import { words } from '../../words.ts'
import { IconButton } from '../button.tsx'
import { Icon } from '../inline/icon.tsx'
import { Search, X } from '../inline/shapes.ts'
import css from './filter-bar.module.css'
import { type ListFilter, printFilter, readFilterText, splitFilter } from './filter-text.ts'
import { useOptions } from './use-options.ts'

interface Value {
  readonly value: string
  readonly text?: string
}

export interface FilterField {
  /** The name of the parameter, in the URL and at the gateway. */
  readonly name: string
  readonly title: string
  /** The allowed values, with words for them; without it, any text is one. */
  readonly values?: Readonly<Record<string, string>>
  /** The values that the gateway takes: any other text is searched for. */
  readonly pattern?: RegExp
  /** True if it takes several values, any of which may match, and others that a `-` before its name leaves out. */
  readonly isList?: boolean
  /** Looks for values at the gateway. */
  readonly find?: (typed: string) => Promise<readonly Value[]>
}

interface Props {
  /** The label of the field. */
  readonly label: string
  /** A shorter text for the empty field; the label where it is left out. */
  readonly placeholder?: string
  readonly fields: readonly FilterField[]
  /** The parameter of a text that is no filter; without it, there is no search. */
  readonly search?: string
  /** Called with a text that is no filter. True: it isn't searched for. */
  readonly onText?: (text: string) => boolean | Promise<boolean>
  /** True if the search takes time, so that it begins with Enter. */
  readonly isSlow?: boolean
  /** Controls at the right: a range of time, buttons. */
  readonly children?: ReactNode
}

/** A line of the list below the field: a filter to begin, or one with its value. */
interface Suggestion {
  readonly text: string
  readonly more: string
  readonly next: { readonly typed: string } | { readonly filter: ListFilter }
}

const mostSuggestions = 8

const has = (text: string, part: string): boolean => text.toLowerCase().includes(part.toLowerCase())

const suggestFields = (fields: readonly FilterField[], typed: string): readonly Suggestion[] =>
  fields
    .filter(({ name, title }) => has(name, typed) || has(title, typed))
    .map(({ name, title }) => ({ text: `${name}:`, more: title, next: { typed: `${name}:` } }))

const suggestValues = (name: string, not: string, values: readonly Value[]): readonly Suggestion[] =>
  values.slice(0, mostSuggestions).map(({ value, text = '' }) => ({
    text: value,
    more: text === value ? '' : text,
    next: { filter: { name, value: `${not && '!'}${value}` } },
  }))

/** The completions of the typed text. */
const useSuggestions = (fields: readonly FilterField[], typed: string): readonly Suggestion[] => {
  const [, not = '', name, typedValue = ''] = /^(-?)([a-z_]+):(.*)$/.exec(typed) ?? []
  const field = fields.find((one) => one.name === name)
  const found = useQuery({
    queryKey: ['filter', name, typedValue],
    queryFn: () => field?.find?.(typedValue) ?? [],
    enabled: field?.find !== undefined,
  })
  if (!field) return suggestFields(fields, typed.trim())
  const known = Object.entries(field.values ?? {}).map(([value, text]) => ({ value, text }))
  const fitting = known.filter(({ value, text }) => has(value, typedValue) || has(text, typedValue))
  return suggestValues(field.name, not, field.find ? (found.data ?? []) : fitting)
}

const Chip = ({ filter, onRemove }: { readonly filter: ListFilter; readonly onRemove: () => void }) => {
  const text = printFilter(filter)
  const [name, value] = splitFilter(filter)
  return (
    <span className={css.chip}>
      <span className={css.name}>{name}:</span>
      <span className={css.value} title={value}>
        {value}
      </span>
      <button type="button" aria-label={words.removeFilter(text)} title={words.removeFilter(text)} onClick={onRemove}>
        <Icon shape={X} size={14} />
      </button>
    </span>
  )
}

/** The values of a filter in the URL. */
const readValues = ({ name, isList }: FilterField, url: UrlSearch): readonly string[] => {
  const value = url[name]
  if (!value) return []
  return isList ? value.split(',').filter((each) => each !== '') : [value]
}

/** The URL's parameters for filters that were typed: a further value of a list joins those that are there. */
const joinFilters = (filters: readonly ListFilter[], fields: readonly FilterField[], url: UrlSearch): UrlSearch => {
  const joined: Record<string, string> = {}
  for (const { name, value } of filters) {
    const field = fields.find((one) => one.name === name)
    const before = field?.isList ? (joined[name]?.split(',') ?? readValues(field, url)) : []
    joined[name] = [...new Set([...before, value])].join(',')
  }
  return joined
}

/** True if the list takes the value of a filter. */
const isTaken = ({ name, value }: ListFilter, fields: readonly FilterField[]): boolean => {
  const field = fields.find((one) => one.name === name)
  return (field?.isList || !value.startsWith('!')) && (field?.pattern?.test(value.replace('!', '')) ?? true)
}

/** All filters of a list in one field, as chips; the URL has them. A text that is no filter is looked for. */
export const FilterBar = ({ label, placeholder = label, fields, search, onText, isSlow, children }: Props) => {
  const [url, change] = useUrl()
  const [typed, setTyped] = useState(search === undefined ? '' : (url[search] ?? ''))
  const [isOpen, setOpen] = useState(false)
  const [input, id] = [useRef<HTMLInputElement>(null), useId()]
  const names = fields.map(({ name }) => name)
  const chips = fields.flatMap((field) => readValues(field, url).map((value) => ({ name: field.name, value })))
  const remove = ({ name, value }: ListFilter) => {
    const rest = chips.filter((chip) => chip.name === name && chip.value !== value)
    change({ page: undefined, [name]: rest.map((chip) => chip.value).join(',') || undefined })
  }
  const apply = (filters: readonly ListFilter[], rest: string) => {
    setTyped(rest)
    change({
      page: undefined,
      ...joinFilters(filters, fields, url),
      ...(search !== undefined && { [search]: rest || undefined }),
    })
  }
  const suggestions = useSuggestions(fields, typed)
  const options = useOptions<Suggestion>(id, {
    options: isOpen ? suggestions : [],
    // A text that is looked for isn't to become the filter that happens to have such a name.
    isFirstMarked: /^-?[a-z_]+:/.test(typed),
    onChoose: ({ next }) => {
      if ('typed' in next) return setTyped(next.typed)
      apply([next.filter], '')
    },
  })
  const submit = async () => {
    const { filters, rest } = readFilterText(typed, names, (filter) => isTaken(filter, fields))
    setOpen(false)
    if (rest !== '' && (await onText?.(rest))) return setTyped('')
    apply(filters, search === undefined ? '' : rest)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (options.onKey(event)) return
    if (event.key === 'Enter') letRun(submit())
    else if (event.key === 'Escape') setOpen(false)
    else if (event.key === 'Backspace' && typed === '') {
      const last = chips.at(-1)
      if (last) remove(last)
    }
  }
  const onType = (text: string) => {
    setTyped(text)
    setOpen(true)
    options.reset()
    // A search follows each letter; a filter begins with its name.
    if (search !== undefined && !isSlow && !text.includes(':'))
      change({ page: undefined, [search]: text.trim() || undefined })
  }
  const clear = () => {
    setTyped('')
    change({
      page: undefined,
      ...Object.fromEntries(names.map((name) => [name, undefined])),
      ...(search && { [search]: undefined }),
    })
    input.current?.focus()
  }
  return (
    <div className={css.bar}>
      <div className={css.field}>
        <Icon shape={Search} />
        {chips.map((filter) => (
          <Chip key={`${filter.name}:${filter.value}`} filter={filter} onRemove={() => remove(filter)} />
        ))}
        <input
          {...options.field}
          role="combobox"
          ref={input}
          aria-label={label}
          aria-expanded={isOpen}
          placeholder={chips.length === 0 ? placeholder : ''}
          title={label}
          value={typed}
          onChange={({ target }) => onType(target.value)}
          onFocus={() => setOpen(true)}
          onBlur={() => setOpen(false)}
          onKeyDown={onKeyDown}
        />
        {(chips.length > 0 || typed !== '') && <IconButton label={words.clearFilters} icon={X} onClick={clear} />}
        {isOpen && suggestions.length > 0 && (
          <div role="listbox" id={id} aria-label={label} className={css.list}>
            {suggestions.map(({ text, more }, at) => (
              <div key={text} {...options.option(at)} className={css.option}>
                <code>{text}</code>
                <span>{more}</span>
              </div>
            ))}
          </div>
        )}
      </div>
      {children}
    </div>
  )
}
