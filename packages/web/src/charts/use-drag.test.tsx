import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useDrag } from './use-drag.ts'

const onDrag = vi.fn()
const onClick = vi.fn()

function Chart() {
  return <div role="img" {...useDrag(onDrag, onClick).handlers} />
}

/** Shows a chart of 200 px, one for each px of the screen, and returns it. */
function chart(): HTMLElement {
  render(<Chart />)
  const element = screen.getByRole('img')
  element.setPointerCapture = vi.fn()
  element.getBoundingClientRect = () => new DOMRect(0, 0, 200, 20)
  Object.defineProperty(element, 'offsetWidth', { value: 200 })
  return element
}

afterEach(() => {
  cleanup()
  vi.clearAllMocks()
})

test.each(['mouse', 'pen', 'touch'])('a press and release of a %s at one place is a click', (pointerType) => {
  const element = chart()
  fireEvent.pointerDown(element, { pointerType, clientX: 40 })
  fireEvent.pointerUp(element, { pointerType, clientX: 44 })
  expect(onClick.mock.calls).toEqual([[44]])
  expect(onDrag).not.toHaveBeenCalled()
})

test('a press that moves by 15 px or more is a drag with a mouse, and a click with a finger', () => {
  const element = chart()
  for (const pointerType of ['mouse', 'touch']) {
    fireEvent.pointerDown(element, { pointerType, clientX: 90 })
    fireEvent.pointerUp(element, { pointerType, clientX: 40 })
  }
  expect(onDrag.mock.calls).toEqual([[40, 90]])
  expect(onClick.mock.calls).toEqual([[40]])
})

test('a click with the right button, and a release of a press that began elsewhere, do nothing', () => {
  const element = chart()
  fireEvent.pointerDown(element, { button: 2, pointerType: 'mouse', clientX: 40 })
  fireEvent.pointerUp(element, { button: 2, pointerType: 'mouse', clientX: 40 })
  for (const pointerType of ['mouse', 'touch']) fireEvent.pointerUp(element, { pointerType, clientX: 60 })
  expect(onClick).not.toHaveBeenCalled()
  expect(onDrag).not.toHaveBeenCalled()
})
