import { type RefObject, useCallback, useState } from 'react'
import { useMedia } from '../../ui/use-media.ts'
import { useHeight } from '../../ui/use-size.ts'

/** Number of rows that are rendered above and below the visible ones. */
const BEYOND = 8
/** Number of rows by which the list must scroll before other rows are rendered. */
const STEP = 4

const FINE_PX = 28
const COARSE_PX = 40

/** Returns the height of a row of the tree, px: 28, or 40 on touch screens. */
export const useRowPx = (): number => (useMedia('(pointer: coarse)') ? COARSE_PX : FINE_PX)

interface Sight {
  /** Index of the first rendered row; `end` is the index after the last one. */
  readonly first: number
  readonly end: number
  /** False while the tree is collapsed, so that no row is rendered. */
  readonly isSeen: boolean
  readonly onScroll: () => void
  /**
   * Scrolls as little as needed to show the row with this index; nothing if it is visible. With `middle` a row out of view is
   * scrolled to the middle.
   */
  readonly show: (index: number, middle?: boolean) => void
}

/**
 * Returns the range of rows to render among `count` rows of equal height, the visible ones and at least eight around them, and a
 * function that scrolls a row into view.
 */
export function useSight(box: RefObject<HTMLElement | null>, count: number, rowPx: number): Sight {
  const height = useHeight(box)
  const [top, setTop] = useState(0)
  const onScroll = useCallback(() => {
    const step = rowPx * STEP
    setTop(Math.floor((box.current?.scrollTop ?? 0) / step) * step)
  }, [box, rowPx])
  const show = useCallback(
    (index: number, middle = false): void => {
      const element = box.current
      if (element === null) return
      const { clientHeight: seen, scrollTop } = element
      const at = index * rowPx
      const isAbove = at < scrollTop
      if (!isAbove && at + rowPx <= scrollTop + seen) return
      const edge = isAbove ? at : at + rowPx - seen
      element.scrollTop = middle ? at - seen / 2 : edge
    },
    [box, rowPx],
  )
  const first = Math.max(0, Math.floor(top / rowPx) - BEYOND)
  const isSeen = height > 0
  const end = !isSeen ? first : Math.min(count, Math.ceil((top + height) / rowPx) + STEP + BEYOND)
  return { first, end, isSeen, onScroll, show }
}
