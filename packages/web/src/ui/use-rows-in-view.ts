import { type RefObject, useLayoutEffect, useMemo, useState } from 'react'
import { type RowsInView, rowsBetween } from './rows-in-view.ts'

/** What scrolls an element: the nearest box around it that does, else the window. */
function scrollerOf(element: HTMLElement): HTMLElement {
  for (let box = element.parentElement; box !== null; box = box.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(box).overflowY)) return box
  }
  return document.documentElement
}

/** Drawn before they are seen, so that scrolling meets no empty place. */
const AHEAD_PX = 400

/**
 * Which rows of a long list are drawn: those in sight of whatever scrolls it, and some around them. `tops` are their upper edges
 * in px and at last the height of the whole; another array where they are others.
 */
export function useRowsInView(list: RefObject<HTMLElement | null>, tops: readonly number[]): RowsInView {
  const [seen, setSeen] = useState({ from: 0, to: 1200 })
  useLayoutEffect(() => {
    const element = list.current
    if (element === null) return
    const scroller = scrollerOf(element)
    const look = (): void => {
      const [own, box] = [element.getBoundingClientRect(), scroller.getBoundingClientRect()]
      // A display's page is enlarged: rectangles tell screen px, rows are laid out in their own.
      const scale = element.offsetWidth === 0 ? 1 : own.width / element.offsetWidth
      const top = scroller === document.documentElement ? 0 : box.top
      const from = (top - own.top) / scale
      const high = (scroller === document.documentElement ? innerHeight : box.height) / scale
      // In steps, so that a pixel of scrolling draws nothing anew.
      const step = (px: number): number => Math.floor(px / 100) * 100
      const next = { from: step(from - AHEAD_PX), to: step(from + high + AHEAD_PX) + 100 }
      setSeen((known) => (known.from === next.from && known.to === next.to ? known : next))
    }
    look()
    const target = scroller === document.documentElement ? window : scroller
    target.addEventListener('scroll', look, { passive: true })
    const observer = new ResizeObserver(look)
    observer.observe(scroller)
    observer.observe(element)
    return () => {
      target.removeEventListener('scroll', look)
      observer.disconnect()
    }
  }, [list])
  const { first, end } = rowsBetween(tops, seen.from, seen.to)
  // The very same where the rows are.
  return useMemo(() => ({ first, end }), [first, end])
}
