import { perform } from './perform.ts'
/** Field that is about to open and to get the focus. */
export interface AwaitedField {
  /** Moves the focus into the field and returns true; returns false while the field is not there or not shown. */
  takeFocus(): boolean
  isTarget(target: EventTarget | null): boolean
  /** Performs the pressed keys in the field, in order. */
  press(keys: readonly string[]): void
  /** Called when Escape is pressed before the field has the focus. */
  onEscape?(): void
}

export type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'target' | 'preventDefault' | 'stopImmediatePropagation'
>

/** Time after the last key at which waiting for a field ends, ms, for example when a list could not be loaded. */
const WAIT_MS = 10_000

/** Names of keys that act in a field without being text. */
const editing = new Set(['Backspace', 'Enter', 'ArrowDown', 'ArrowUp'])

const isText = (key: string): boolean => [...key].length === 1

/**
 * Collector of the keys pressed between the shortcut that opens a field and the focus of the field, up to 10 s after the last
 * key. The field gets each of them once, in order, and shortcuts of the page do not get them.
 */
export class TypedAhead {
  readonly #now: () => number
  #field: AwaitedField | undefined
  #keys: string[] = []
  #until = 0

  constructor(now: () => number) {
    this.#now = now
  }

  /** Begins to wait for a field, in place of any other, for 10 s after the last key. */
  await(field: AwaitedField): void {
    this.#field = field
    this.#keys = []
    this.#until = this.#now() + WAIT_MS
  }

  isWaitingFor(field: AwaitedField): boolean {
    return this.#field === field
  }

  /** Ends the waiting, and discards the collected keys. */
  cancel(): void {
    this.#field = undefined
    this.#keys = []
  }

  /**
   * Passes the collected keys to the field and ends the waiting if the field takes the focus. Ends the waiting without this after
   * 10 s without a key; else does nothing.
   */
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

  /**
   * Collects a key for the awaited field and hides it from the page; Escape ends the waiting and calls `onEscape`, Tab ends it.
   * Keys with Ctrl or Command, and keys that neither write nor edit, are left to the page.
   */
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
