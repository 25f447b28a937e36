/** A field that is about to get the focus. */
export interface AwaitedField {
  /** Moves the focus into the field and returns true; false while the field is not there or not shown. */
  takeFocus(): boolean
  isTarget(target: EventTarget | null): boolean
  /** Does what these keys, pressed in this order, do in the field. */
  press(keys: readonly string[]): void
  /** Called when Escape is pressed before the field has the focus. */
  onEscape?(): void
}

export type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'target' | 'preventDefault' | 'stopImmediatePropagation'
>

/** A field that does not come for so long after the last key, as where a list could not be read, is no longer waited for. */
const WAIT_MS = 10_000

/** Keys that act in a field without being text. */
const editing = new Set(['Backspace', 'Enter', 'ArrowDown', 'ArrowUp'])

const isText = (key: string): boolean => [...key].length === 1

/**
 * Keeps the keys that are pressed between the shortcut that opens a field and the moment that field has the focus. They belong to
 * the field: no shortcut of the page sees them, and the field gets each of them once, in order.
 */
export class TypedAhead {
  readonly #now: () => number
  #field: AwaitedField | undefined
  #keys: string[] = []
  #until = 0

  constructor(now: () => number) {
    this.#now = now
  }

  /** Waits for a field from now on, instead of any other. */
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

  /** Gives the field its keys if it takes the focus; else it is waited for on. */
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
    event.preventDefault()
    event.stopImmediatePropagation()
    if (key === 'Escape') {
      this.cancel()
      field.onEscape?.()
    } else {
      this.#keys.push(key)
      this.#until = this.#now() + WAIT_MS
    }
  }
}

/** A key with Ctrl or Command is one of the browser or the palette's; Ctrl with Alt is how some keyboards say AltGr. */
const isCommand = ({ ctrlKey, metaKey, altKey }: KeyPress): boolean => metaKey || (ctrlKey && !altKey)
