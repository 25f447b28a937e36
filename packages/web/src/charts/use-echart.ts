import type { EChartsCoreOption, EChartsType } from 'echarts/core'
import { type RefObject, useEffect, useRef } from 'react'
import { init } from './echarts.ts'

/**
 * Creates one ECharts instance in the element `box` for as long as the component exists. It draws again only when options or size
 * (px) change, and nothing while the options are undefined.
 */
export function useEChart(
  box: RefObject<HTMLDivElement | null>,
  option: EChartsCoreOption | undefined,
  { width, height }: { width: number; height: number },
): void {
  const chart = useRef<EChartsType>(null)
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
    const drawn = chart.current
    if (option === undefined || drawn === null) return
    // Each of the two draws the whole chart.
    if (drawn.getWidth() !== width || drawn.getHeight() !== height) drawn.resize({ width, height })
    drawn.setOption(option, { notMerge: true })
  }, [option, width, height])
}
