import { Combobox } from '@base-ui/react/combobox'
import { showText } from '@patchbay/core/shown-text'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { words } from '../../../words.ts'
import { Icon } from '../../inline/icon.tsx'
import { Check, ChevronsUpDown } from '../../inline/shapes.ts'
import css from './picker.module.css'

export interface PickerOption {
  readonly value: string
  readonly text: string
  /** A note behind it, in small letters. */
  readonly more?: string
}

interface Props {
  readonly id: string
  readonly 'aria-describedby'?: string | undefined
  readonly 'aria-invalid'?: boolean | undefined
  /** The kind of thing to choose, for the query and the labels. */
  readonly kind: string
  readonly value: string
  /** The name of the chosen value, until it is found. */
  readonly text?: string | undefined
  readonly onChange: (value: string) => void
  /** The options for the typed text. */
  readonly find: (typed: string) => Promise<readonly PickerOption[]>
  readonly placeholder?: string
  readonly isRequired?: boolean
}

/** A choice out of any number, by typing a part of its name. */
export const Picker = ({ id, kind, value, text, onChange, find, placeholder, isRequired, ...described }: Props) => {
  const [typed, setTyped] = useState<string>()
  const { data = [], isPending } = useQuery({
    queryKey: ['pick', kind, typed ?? ''],
    queryFn: () => find((typed ?? '').trim()),
    staleTime: 5000,
  })
  const known = data.find((option) => option.value === value)
  const chosen: PickerOption | null = value === '' ? null : (known ?? { value, text: text ?? value })
  const items = chosen && !known && typed === undefined ? [...data, chosen] : data
  return (
    <Combobox.Root
      items={items}
      value={chosen}
      filter={null}
      // Enter takes the first that was found.
      autoHighlight
      itemToStringLabel={(option: PickerOption) => showText(option.text)}
      isItemEqualToValue={(one: PickerOption, other: PickerOption) => one.value === other.value}
      onValueChange={(option) => {
        setTyped(undefined)
        onChange(option?.value ?? '')
      }}
      onInputValueChange={(next, { reason }) => {
        if (reason === 'input-change' || reason === 'input-clear') setTyped(next)
      }}
      onOpenChange={(isOpen) => !isOpen && setTyped(undefined)}
      required={isRequired ?? false}
    >
      <Combobox.InputGroup className={css.group}>
        <Combobox.Input {...described} id={id} placeholder={placeholder ?? words.choose} className={css.input} />
        <Combobox.Trigger className={css.open} aria-label={words.open}>
          <Icon shape={ChevronsUpDown} size={14} />
        </Combobox.Trigger>
      </Combobox.InputGroup>
      <Combobox.Portal>
        <Combobox.Positioner sideOffset={4} className={css.place}>
          <Combobox.Popup className={css.popup}>
            <Combobox.Empty className={css.empty}>{isPending ? words.loading : words.noneFound}</Combobox.Empty>
            <Combobox.List className={css.list}>
              {(option: PickerOption) => (
                <Combobox.Item key={option.value} value={option} className={css.item}>
                  <span className={`row line named ${css.text}`}>
                    <span dir="auto">{option.text}</span> {option.more !== undefined && <small>{option.more}</small>}
                  </span>
                  <Combobox.ItemIndicator>
                    <Icon shape={Check} size={14} />
                  </Combobox.ItemIndicator>
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  )
}
