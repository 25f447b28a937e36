import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type AwaitedField, TypedAhead } from './typed-ahead.ts'
import { actOnKey } from './use-keys.ts'

/** Keyboard event of a browser; Node has events, but no keyboard events. */
class Key extends Event {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey = false
  readonly altKey: boolean
  constructor(key: string, { ctrl = false, alt = false } = {}) {
    super('keydown', { cancelable: true })
    this.key = key
    this.ctrlKey = ctrl
    this.altKey = alt
  }
}

/** Simulates a page whose `/` opens a search field; other keys are recorded in `acted`. */
function pageWithSearch() {
  const page = new EventTarget()
  let now = 0
  const typedAhead = new TypedAhead(() => now)
  const field = { isThere: false, typed: [] as string[], escaped: 0 }
  const search: AwaitedField = {
    takeFocus: () => field.isThere,
    isTarget: () => false,
    press: (keys) => field.typed.push(...keys),
    onEscape: () => void field.escaped++,
  }
  const acted: string[] = []
  const act = (key: string) => () => void acted.push(key)
  const keys = { '/': () => typedAhead.await(search), f: act('f'), '?': act('?'), Escape: act('Escape') }
  page.addEventListener('keydown', (event) => typedAhead.keyDown(event as unknown as KeyboardEvent), { capture: true })
  page.addEventListener('keydown', (event) => actOnKey(event as unknown as KeyboardEvent, keys))
  return {
    ...{ field, acted, typedAhead },
    press: (...pressed: string[]) => pressed.map((key) => page.dispatchEvent(new Key(key))),
    command: (key: string, more: object) => page.dispatchEvent(new Key(key, more)),
    pass: (ms: number) => {
      now += ms
    },
  }
}

beforeEach(() => {
  vi.stubGlobal('HTMLElement', class {})
  vi.stubGlobal('Element', class {})
})
afterEach(() => void vi.unstubAllGlobals())

describe('keys pressed before the search has the focus', () => {
  it('belong to the search, each once and in order, and to no shortcut of the page', () => {
    const { field, acted, typedAhead, press } = pageWithSearch()
    const passed = press('/', 'f', '?', '/')
    expect(passed).toEqual([false, false, false, false])
    expect([acted, field.typed]).toEqual([[], []])
    typedAhead.settle()
    press('f')
    field.isThere = true
    typedAhead.settle()
    expect(field.typed).toEqual(['f', '?', '/', 'f'])
    typedAhead.settle()
    press('f')
    expect([field.typed.length, acted]).toEqual([4, ['f']])
  })

  it('include those that edit and choose; keys that are neither pass', () => {
    const { field, typedAhead, press } = pageWithSearch()
    expect(press('/', 'a', 'b', 'Backspace', 'Shift', 'ArrowDown', 'Enter')).toEqual([
      ...[false, false, false, false, true, false, false],
    ])
    field.isThere = true
    typedAhead.settle()
    expect(field.typed).toEqual(['a', 'b', 'Backspace', 'ArrowDown', 'Enter'])
  })

  it('are forgotten with Escape, which reaches nothing else', () => {
    const { field, acted, typedAhead, press } = pageWithSearch()
    press('/', 'a', 'Escape', 'f')
    field.isThere = true
    typedAhead.settle()
    expect([field.typed, field.escaped, acted]).toEqual([[], 1, ['f']])
  })

  it('are those of the page again after Tab, and where the field does not come', () => {
    const { field, acted, press, pass } = pageWithSearch()
    press('/', 'Tab', 'f')
    press('/', 'a')
    pass(10_001)
    press('f')
    expect([field.typed, acted]).toEqual([[], ['f', 'f']])
  })

  it('with Ctrl are of the browser and of the palette; with AltGr they are text', () => {
    const { field, typedAhead, press, command } = pageWithSearch()
    press('/')
    expect([command('k', { ctrl: true }), command('@', { ctrl: true, alt: true })]).toEqual([true, false])
    field.isThere = true
    typedAhead.settle()
    expect(field.typed).toEqual(['@'])
  })
})
