import type { EChartsCoreOption, EChartsType } from 'echarts/core'
import { type RefObject, useEffect, useRef } from 'react'
import { init } from './echarts.ts'

const waiting = new Set<() => void>()
let isFramed = false

function drawWaiting(): void {
  isFramed = false
  const draws = [...waiting]
  waiting.clear()
  for (const draw of draws) draw()
}

/** Draws when what has just been rendered is on the screen; the answer undoes that. */
function afterPaint(draw: () => void): () => void {
  waiting.add(draw)
  if (!isFramed) requestAnimationFrame(() => setTimeout(drawWaiting))
  isFramed = true
  return () => void waiting.delete(draw)
}

const themeNow = (): string | undefined => document.documentElement.dataset.theme

interface Look {
  readonly width: number
  readonly height: number
  /** Drawing takes longer than the answer to a key may: it follows the paint of what is rendered with it. */
  readonly isLate?: boolean
}

/**
 * Keeps one chart alive in an element, and its picture up to date; drawn again only when the picture is another, and at once in
 * another theme, which may be that of paper, or where no frame comes.
 */
export function useEChart(
  box: RefObject<HTMLDivElement | null>,
  option: EChartsCoreOption | undefined,
  { width, height, isLate = false }: Look,
): void {
  const chart = useRef<EChartsType>(null)
  const drawnIn = useRef<string>(undefined)
  useEffect(() => {
    if (box.current === null) return
    const made = init(box.current, null, { renderer: 'canvas' })
    chart.current = made
    return () => {
      made.dispose()
      chart.current = null
    }
  }, [box])
  useEffect(() => {
    if (option === undefined) return
    const draw = (): void => {
      drawnIn.current = themeNow()
      chart.current?.resize({ width, height })
      chart.current?.setOption(option, { notMerge: true })
    }
    const isOtherTheme = drawnIn.current !== undefined && drawnIn.current !== themeNow()
    if (isLate && !isOtherTheme && !document.hidden) return afterPaint(draw)
    draw()
    return undefined
  }, [option, width, height, isLate])
}
