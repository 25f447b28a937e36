import './explained.css'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useLayoutEffect } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/notice.tsx'
import { Explanation } from './explanation.tsx'
import { figuresQuery } from './queries.ts'
import type { Explainable } from './types.ts'

interface BoxProps {
  explainable: Explainable
  name: string
  anchor: RefObject<HTMLElement | null>
  /** Called by the button that opens the list of intervals. */
  onDeep: () => void
  ref: RefObject<HTMLDivElement | null>
  onPointerEnter: () => void
  onPointerLeave: (event: React.PointerEvent) => void
}

const AIR_PX = 8

/** Places the box below the anchor, or above it if there is no room below, always inside of the window with a margin of 8 px. */
function place(box: HTMLElement, anchor: HTMLElement): void {
  const at = anchor.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = box
  const left = Math.max(AIR_PX, Math.min(at.left, innerWidth - width - AIR_PX))
  const below = at.bottom + 6
  const top = below + height <= innerHeight - AIR_PX ? below : Math.max(AIR_PX, at.top - 6 - height)
  box.style.left = `${left}px`
  box.style.top = `${top}px`
}

/**
 * Box below or above a figure that shows how the figure is computed. It reads the figures if `explainable` has none, and follows
 * the figure when the page scrolls.
 */
export function ExplainedBox({ explainable, name, anchor, onDeep, ref, ...handlers }: BoxProps) {
  const { data, error } = useQuery({ ...figuresQuery(explainable), enabled: explainable.figures === undefined })
  const figures = explainable.figures ?? data
  useLayoutEffect(() => {
    const [box, at] = [ref.current, anchor.current]
    if (box === null || at === null) return
    const follow = (): void => place(box, at)
    follow()
    const observer = new ResizeObserver(follow)
    observer.observe(box)
    addEventListener('scroll', follow, { capture: true, passive: true })
    addEventListener('resize', follow)
    return () => {
      observer.disconnect()
      removeEventListener('scroll', follow, { capture: true })
      removeEventListener('resize', follow)
    }
  }, [ref, anchor])
  return createPortal(
    <div
      ref={ref}
      className="float scroll explained-box"
      role="dialog"
      aria-label={`How the ${name} is computed, ${explainable.place.name}`}
      {...handlers}
    >
      {figures !== undefined && <Explanation explainable={explainable} figures={figures} />}
      {figures === undefined && error === null && <Skeleton width={320} height={200} />}
      {error !== null && figures === undefined && <p role="alert">{error.message}. Try again in a moment.</p>}
      <Button className="below" onClick={onDeep}>
        Show the intervals behind it
      </Button>
    </div>,
    document.body,
  )
}
