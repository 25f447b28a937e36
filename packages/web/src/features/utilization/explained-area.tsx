import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { ExplainedBox } from './explained-box.tsx'
import type { Explainable } from './types.ts'

const IntervalsPanel = lazy(async () => ({ default: (await import('./intervals-panel.tsx')).IntervalsPanel }))

interface AreaProps {
  /** CSS selector of the elements that show a figure. */
  figures: string
  /** Function that returns the figure of an element; undefined: the element has none to explain. */
  explainableOf: (element: HTMLElement) => Explainable | undefined
  children: React.ReactNode
}

const PATIENCE_MS = 300

/**
 * Area in which the mouse over a figure for 300 ms opens its explanation, for figures inside of links, where no button is
 * allowed. Escape, or leaving figure and box, closes it. It does not react to keyboard and touch; the page of the node has the
 * explanation for them.
 */
export function ExplainedArea({ figures, explainableOf, children }: AreaProps) {
  const area = useRef<HTMLDivElement>(null)
  const anchor = useRef<HTMLElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [hovered, setHovered] = useState<Explainable>()
  const [deep, setDeep] = useState<Explainable>()
  const soon = (next: () => void): void => {
    clearTimeout(timer.current)
    timer.current = setTimeout(next, PATIENCE_MS)
  }
  const close = (): void => soon(() => setHovered(undefined))
  const point = useEffectEvent((event: PointerEvent): void => {
    if (event.pointerType !== 'mouse') return
    const element = (event.target as Element).closest<HTMLElement>(figures)
    if (element === null) {
      close()
      return
    }
    soon(() => {
      anchor.current = element
      setHovered(element.isConnected ? explainableOf(element) : undefined)
    })
  })
  const leave = useEffectEvent(close)
  const onEscape = useEffectEvent((event: KeyboardEvent): void => {
    if (event.key === 'Escape') setHovered(undefined)
  })
  useEffect(() => {
    const element = area.current
    if (element === null) return
    const [onPoint, onLeave] = [(event: PointerEvent) => point(event), () => leave()]
    const onKey = (event: KeyboardEvent): void => onEscape(event)
    element.addEventListener('pointerover', onPoint)
    element.addEventListener('pointerleave', onLeave)
    addEventListener('keydown', onKey)
    return () => {
      clearTimeout(timer.current)
      element.removeEventListener('pointerover', onPoint)
      element.removeEventListener('pointerleave', onLeave)
      removeEventListener('keydown', onKey)
    }
  }, [])
  return (
    <div ref={area} className="contents">
      {children}
      {hovered !== undefined && (
        <ExplainedBox
          explainable={hovered}
          name="utilization"
          anchor={anchor}
          ref={box}
          onDeep={() => {
            setHovered(undefined)
            setDeep(hovered)
          }}
          onPointerEnter={() => clearTimeout(timer.current)}
          onPointerLeave={close}
        />
      )}
      {deep !== undefined && (
        <Suspense>
          <IntervalsPanel explainable={deep} onClose={() => setDeep(undefined)} />
        </Suspense>
      )}
    </div>
  )
}
