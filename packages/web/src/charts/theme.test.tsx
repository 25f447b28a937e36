import { act, cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { type Colours, useColours } from './theme.ts'

const { style } = document.documentElement

afterEach(() => {
  cleanup()
  style.removeProperty('overflow')
  style.removeProperty('--shift-1')
})

/** Renders a chart, and returns the colours that it was rendered with, one entry per time. */
function chartColours(): Colours[] {
  const rendered: Colours[] = []
  function Chart(): null {
    rendered.push(useColours())
    return null
  }
  render(<Chart />)
  return rendered
}

/** Changes the root element, and resolves when its observers have heard of it. */
const change = (edit: () => void): Promise<void> => act(async () => edit())

test('charts are not drawn again when a dialog stops the page from scrolling', async () => {
  const rendered = chartColours()
  await change(() => style.setProperty('overflow', 'hidden'))
  expect(rendered).toHaveLength(1)
})

test('charts are drawn again, with other colours, when the user chooses the colour of a shift', async () => {
  const rendered = chartColours()
  await change(() => style.setProperty('--shift-1', 'red'))
  expect(rendered).toHaveLength(2)
  expect(rendered[1]?.theme).not.toBe(rendered[0]?.theme)
})
