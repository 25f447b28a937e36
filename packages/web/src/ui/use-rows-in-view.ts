import { type RefObject, useLayoutEffect, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { type RowsInView, rowsBetween } from './rows-in-view.ts'

/** Returns the element that scrolls an element: the nearest scrolling ancestor, else the document. */
function scrollerOf(element: HTMLElement): HTMLElement {
  for (let box = element.parentElement; box !== null; box = box.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(box).overflowY)) return box
  }
  return document.documentElement
}

/** Scrolls a list so that its row at `top` px, of height `rowPx`, is in the middle of the view. */
export function scrollToRow(list: HTMLElement, top: number, rowPx: number): void {
  const scroller = scrollerOf(list)
  const edge = scroller === document.documentElement ? 0 : scroller.getBoundingClientRect().top
  const from = list.getBoundingClientRect().top - edge + top
  scroller.scrollTop += from - (scroller.clientHeight - rowPx) / 2
}

/** Distance from the view within which rows are already rendered, px. */
const AHEAD_PX = 400

/**
 * Returns the indexes, `first` to before `end`, of the rows of a long list to render: those within 400 px of the view.
 * The element of `list` must be there from the first render on and stay the same. `tops`: upper edges of the rows (px),
 * ascending, and at last the height of the list. `isQuick`: rows are light, and rendered in the same frame as they are scrolled
 * into view.
 */
export function useRowsInView(
  list: RefObject<HTMLElement | null>,
  tops: readonly number[],
  isQuick = false,
): RowsInView {
  const [seen, setSeen] = useState({ from: 0, to: 1200 })
  useLayoutEffect(() => {
    const element = list.current
    if (element === null) return
    const scroller = scrollerOf(element)
    const look = (): void => {
      const [listBox, box] = [element.getBoundingClientRect(), scroller.getBoundingClientRect()]
      // The page of a display is enlarged: rectangles are in screen pixels, rows in layout pixels.
      const scale = element.offsetWidth === 0 ? 1 : listBox.width / element.offsetWidth
      const top = scroller === document.documentElement ? 0 : box.top
      const from = (top - listBox.top) / scale
      const high = (scroller === document.documentElement ? innerHeight : box.height) / scale
      // Rounded, so that scrolling by a pixel renders nothing.
      const step = (px: number): number => Math.floor(px / 100) * 100
      const next = { from: step(from - AHEAD_PX), to: step(from + high + AHEAD_PX) + 100 }
      setSeen((before) => (before.from === next.from && before.to === next.to ? before : next))
    }
    look()
    const target = scroller === document.documentElement ? window : scroller
    const onScroll = isQuick ? () => flushSync(look) : look
    target.addEventListener('scroll', onScroll, { passive: true })
    const observer = new ResizeObserver(look)
    observer.observe(scroller)
    observer.observe(element)
    return () => {
      target.removeEventListener('scroll', onScroll)
      observer.disconnect()
    }
  }, [list, isQuick])
  const { first, end } = rowsBetween(tops, seen.from, seen.to)
  // The same object while the range is the same.
  return useMemo(() => ({ first, end }), [first, end])
}
