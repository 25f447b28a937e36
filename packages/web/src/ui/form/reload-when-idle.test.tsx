import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reloadWhenIdle } from './reload-when-idle.ts'
import { useDraft } from './use-draft.ts'

const reload = vi.fn()
let end = (): void => undefined

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('location', { reload })
})
afterEach(() => {
  end()
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  reload.mockReset()
})

/** Form with an entry that is kept when it is left. */
function Target() {
  const { change, discard } = useDraft({ target: 75 }, 'target 7')
  return (
    <>
      <button type="button" onClick={() => change({ target: 80 })}>
        Enter
      </button>
      <button type="button" onClick={() => discard()}>
        Discard
      </button>
    </>
  )
}

test('a page in which somebody types is loaded again only when they have left the field', () => {
  render(<input aria-label="Notes" defaultValue="Jam" />)
  screen.getByLabelText('Notes').focus()
  end = reloadWhenIdle()
  vi.advanceTimersByTime(60_000)
  expect(reload).not.toHaveBeenCalled()
  screen.getByLabelText('Notes').blur()
  vi.advanceTimersByTime(5_000)
  expect(reload).toHaveBeenCalledOnce()
})

test('a page with unsaved entries in a form is loaded again only when they are discarded', () => {
  render(<Target />)
  fireEvent.click(screen.getByText('Enter'))
  end = reloadWhenIdle()
  vi.advanceTimersByTime(60_000)
  expect(reload).not.toHaveBeenCalled()
  fireEvent.click(screen.getByText('Discard'))
  vi.advanceTimersByTime(5_000)
  expect(reload).toHaveBeenCalledOnce()
})
