import './overlay.css'
import './pick-field.css'
import { use, useEffect, useEffectEvent, useImperativeHandle, useRef } from 'react'
import { ComboBox as AriaComboBox, ComboBoxStateContext, Input, Popover } from 'react-aria-components/ComboBox'
import { OverlayTriggerStateContext } from 'react-aria-components/Dialog'
import { Header, ListBox, ListBoxItem, ListBoxSection } from 'react-aria-components/ListBox'
import { ListLayout, Virtualizer } from 'react-aria-components/Virtualizer'
import { labelOf } from './field.tsx'
import { FoldIcon } from './icons.tsx'

export interface PickOption {
  readonly value: string
  readonly label: string
}

/** Options under the name of their group. */
export interface PickGroup {
  readonly label: string
  readonly options: readonly PickOption[]
}

export interface ComboBoxProps {
  /** Id of the input, when it is inside a `Field`, which labels it. */
  id?: string | undefined
  /** Name of the input outside of a `Field`. */
  'aria-label'?: string | undefined
  'aria-describedby'?: string | undefined
  'aria-invalid'?: true | undefined
  /** Value of the selected option; null if none is selected. */
  value: string | null
  options: readonly (PickOption | PickGroup)[]
  /** Called with the value of the option that was selected. */
  onValue: (value: string) => void
  /** Text in the input; undefined if the input keeps its text itself. */
  typed?: string | undefined
  onTyped?: ((typed: string) => void) | undefined
  placeholder?: string | undefined
  disabled?: boolean | undefined
  /** Text shown when there are no options. */
  empty: React.ReactNode
  /** Called when the list is opened, for options that are loaded only then. */
  onOpen?: (() => void) | undefined
  onKeyDown?: ((event: { readonly key: string }) => void) | undefined
  /** True if the list is open from the beginning, with the focus in the input. */
  opensAtOnce?: boolean | undefined
  /** Called when the focus leaves the input and its list, and (`isByKey`) at Escape while the list is closed. */
  onLeave?: ((isByKey: boolean) => void) | undefined
  className?: string | undefined
  /** Content before the input, such as the options that are selected already. */
  before?: React.ReactNode
  /** Content after the input. */
  after?: React.ReactNode
}

const isGroup = (entry: PickOption | PickGroup): entry is PickGroup => 'options' in entry
const ROW_PX = 34
/** Distance from the outer edge of the field to the input, by which the list is moved, px. */
const INSET_PX = 13

/**
 * Input with a list of options that typing filters; only options in view are rendered. `onValue` gets the value of the
 * selected option.
 */
export function ComboBox(props: ComboBoxProps) {
  const { value, options, onValue, typed, onTyped, disabled, onOpen, onLeave, ...rest } = props
  const { className, before, after, empty, ...input } = rest
  const list = useRef<OpenList>(null)
  return (
    <AriaComboBox
      className={className === undefined ? 'well row pick' : `well row pick ${className}`}
      {...(input.id === undefined
        ? { 'aria-label': input['aria-label'] ?? '' }
        : { 'aria-labelledby': labelOf(input.id) })}
      allowsEmptyCollection
      menuTrigger="input"
      selectedKey={value}
      // An emptied input is not a choice: a button clears the field, where it can be cleared.
      onSelectionChange={(key) => {
        if (key === null) return
        onValue(String(key))
        list.current?.close()
      }}
      isDisabled={disabled ?? false}
      onOpenChange={(isOpen) => isOpen && onOpen?.()}
      {...(onLeave === undefined ? {} : { onBlur: (event) => isLeft(event) && onLeave(false) })}
      {...(typed === undefined ? {} : { inputValue: typed })}
      {...(onTyped === undefined ? {} : { onInputChange: onTyped })}
    >
      {before}
      <Typing {...input} list={list} onEscape={() => onLeave?.(true)} />
      {after}
      <span className="faint pick-arrow" aria-hidden="true">
        <FoldIcon open />
      </span>
      <Floating>
        <Virtualizer layout={ListLayout} layoutOptions={{ estimatedRowHeight: ROW_PX, estimatedHeadingHeight: ROW_PX }}>
          <ListBox
            className="scroll pick-list"
            renderEmptyState={() => <div className="muted floating-none">{empty}</div>}
          >
            {options.map((entry) =>
              isGroup(entry) ? (
                <ListBoxSection key={entry.label} id={`group ${entry.label}`} aria-label={entry.label}>
                  <Header className="note floating-group">{entry.label}</Header>
                  {entry.options.map(option)}
                </ListBoxSection>
              ) : (
                option(entry)
              ),
            )}
          </ListBox>
        </Virtualizer>
      </Floating>
    </AriaComboBox>
  )
}

/** Returns true if the focus moves out of the field, not to a button inside of it. */
const isLeft = ({ target, relatedTarget }: React.FocusEvent): boolean =>
  target.closest('.pick')?.contains(relatedTarget) !== true

const option = ({ value, label }: PickOption) => (
  <ListBoxItem key={value} id={value} textValue={label} className="spread any-break wide hoverable floating-item">
    {label}
  </ListBoxItem>
)

/** Time after the opening of a list in which a scroll does not close it, ms. */
const OPENING_MS = 300

/** List below the input while it is open. */
function Floating({ children }: { children: React.ReactNode }) {
  const state = use(ComboBoxStateContext)
  const isOpening = useRef(true)
  const isOpen = state?.isOpen ?? false
  useEffect(() => {
    if (!isOpen) return
    isOpening.current = true
    const timer = setTimeout(() => {
      isOpening.current = false
    }, OPENING_MS)
    return () => clearTimeout(timer)
  }, [isOpen])
  // The combo box renders its children once without a state, to read the options.
  if (state === null) return children
  // Focusing the input may have scrolled the page. The event comes when the list is open, and would close it.
  const close = (): void => (isOpening.current ? undefined : state.close())
  return (
    <OverlayTriggerStateContext value={{ ...state, close }}>
      <Popover className="float floating pick-floating" offset={4} crossOffset={-INSET_PX}>
        {children}
      </Popover>
    </OverlayTriggerStateContext>
  )
}

interface OpenList {
  readonly close: () => void
}

interface TypingProps extends Omit<React.ComponentProps<typeof Input>, 'onClick' | 'list'> {
  list: React.RefObject<OpenList | null>
  opensAtOnce?: boolean | undefined
  /** Called at Escape while the list is closed. */
  onEscape: () => void
}

type State = NonNullable<React.ContextType<typeof ComboBoxStateContext>>

/**
 * Returns the key of the option that Enter selects: the selected one while the input shows its name, else the first that is
 * listed. Undefined if none is listed.
 */
function likeliest({ collection, selectionManager, inputValue }: State) {
  const selected = selectionManager.firstSelectedKey
  if (selected !== null && collection.getItem(selected)?.textValue === inputValue) return selected
  return [...collection.getKeys()].find((key) => collection.getItem(key)?.type === 'item')
}

/**
 * Input of the combo box. A click opens the list, Enter selects the likeliest option at once, and Escape calls `onEscape` while
 * the list is closed.
 */
function Typing({ list, opensAtOnce = false, onEscape, onKeyDown, ...props }: TypingProps) {
  const state = use(ComboBoxStateContext)
  const open = useEffectEvent(() => state?.open(null, 'manual'))
  useEffect(() => {
    if (opensAtOnce) open()
  }, [opensAtOnce])
  useImperativeHandle(list, () => ({ close: () => state?.close() }))
  const isOpen = state?.isOpen ?? false
  const typed = state?.inputValue
  const wanted = state === null || typed === '' ? undefined : likeliest(state)
  const focusWanted = useEffectEvent(() => {
    if (state?.selectionManager.focusedKey === null && wanted !== undefined)
      state.selectionManager.setFocusedKey(wanted)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each key that is typed removes the focus of the list
  useEffect(() => {
    if (!isOpen || wanted === undefined) return
    // The combo box itself removes the focus of the list after each key, in a later effect.
    queueMicrotask(focusWanted)
  }, [isOpen, typed, wanted])
  return (
    <Input
      {...props}
      autoComplete="off"
      autoFocus={opensAtOnce}
      onKeyDown={(event) => {
        onKeyDown?.(event)
        if (event.key === 'Escape' && !isOpen) onEscape()
      }}
      onClick={() => isOpen || state?.open(null, 'manual')}
    />
  )
}
