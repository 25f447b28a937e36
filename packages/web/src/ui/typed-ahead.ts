import { perform } from './perform.ts'
/** Field that is about to open and to get the focus. */
export interface AwaitedField {
  /** Moves the focus into the field and returns true; false while the field is not there or not shown. */
  takeFocus(): boolean
  isTarget(target: EventTarget | null): boolean
  /** Performs these keys in the field, in the order in which they were pressed. */
  press(keys: readonly string[]): void
  /** Called when Escape is pressed before the field has the focus. */
  onEscape?(): void
}

export type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'target' | 'preventDefault' | 'stopImmediatePropagation'
>

/** Waiting for a field ends this long after the last key, for example when a list could not be loaded. */
const WAIT_MS = 10_000

/** Keys that act in a field without being text. */
const editing = new Set(['Backspace', 'Enter', 'ArrowDown', 'ArrowUp'])

const isText = (key: string): boolean => [...key].length === 1

/**
 * Collects the keys pressed between the shortcut that opens a field and the focus of the field, up to 10 s after the last
 * key. The field gets each of them once, in order; shortcuts of the page do not get them.
 */
export class TypedAhead {
  readonly #now: () => number
  #field: AwaitedField | undefined
  #keys: string[] = []
  #until = 0

  constructor(now: () => number) {
    this.#now = now
  }

  /** Waits for a field from now on, and no longer for any other. */
  await(field: AwaitedField): void {
    this.#field = field
    this.#keys = []
    this.#until = this.#now() + WAIT_MS
  }

  isWaitingFor(field: AwaitedField): boolean {
    return this.#field === field
  }

  /** Forgets the field and the keys for it. */
  cancel(): void {
    this.#field = undefined
    this.#keys = []
  }

  /** Sends the keys to the field if it takes the focus; otherwise keeps waiting for it. */
  settle(): void {
    const field = this.#field
    if (field === undefined) return
    if (this.#now() > this.#until) this.cancel()
    else if (field.takeFocus()) {
      const keys = this.#keys
      this.cancel()
      field.press(keys)
    }
  }

  /** Handles a key before anything else on the page does. */
  keyDown(event: KeyPress): void {
    const field = this.#field
    if (field === undefined) return
    // The field got the focus by itself: the keys before this one come first.
    if (field.isTarget(event.target)) this.settle()
    else if (this.#now() > this.#until) this.cancel()
    else if (!isCommand(event)) this.#keep(field, event)
  }

  #keep(field: AwaitedField, event: KeyPress): void {
    const { key } = event
    if (key === 'Tab') this.cancel()
    if (key !== 'Escape' && !isText(key) && !editing.has(key)) return
    perform(event, () => {
      event.stopImmediatePropagation()
      if (key === 'Escape') {
        this.cancel()
        field.onEscape?.()
      } else {
        this.#keys.push(key)
        this.#until = this.#now() + WAIT_MS
      }
    })
  }
}

/** Returns true for keys with Ctrl or Command, which are commands. Ctrl with Alt is AltGr on some keyboards. */
const isCommand = ({ ctrlKey, metaKey, altKey }: KeyPress): boolean => metaKey || (ctrlKey && !altKey)
