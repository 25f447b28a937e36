import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { ExplainedBox } from './explained-box.tsx'
import type { Explainable } from './types.ts'

const IntervalsPanel = lazy(async () => ({ default: (await import('./intervals-panel.tsx')).IntervalsPanel }))

interface AreaProps {
  /** Which elements inside bear a figure, as a selector. */
  figures: string
  /** Whose figure an element bears; undefined: nobody's. */
  of: (element: HTMLElement) => Explainable | undefined
  children: React.ReactNode
}

const PATIENCE_MS = 300

/**
 * Explains figures that stand in what is pressed for something else, as those of the tree, whose lines are links: a button in
 * them would be one too many. The pointer over such a figure tells; with the keyboard its page does.
 */
export function ExplainedArea({ figures, of, children }: AreaProps) {
  const area = useRef<HTMLDivElement>(null)
  const anchor = useRef<HTMLElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [told, setTold] = useState<Explainable>()
  const [deep, setDeep] = useState<Explainable>()
  const soon = (next: () => void): void => {
    clearTimeout(timer.current)
    timer.current = setTimeout(next, PATIENCE_MS)
  }
  const close = (): void => soon(() => setTold(undefined))
  const point = useEffectEvent((event: PointerEvent): void => {
    if (event.pointerType !== 'mouse') return
    const element = (event.target as Element).closest<HTMLElement>(figures)
    if (element === null) {
      close()
      return
    }
    soon(() => {
      anchor.current = element
      setTold(element.isConnected ? of(element) : undefined)
    })
  })
  const leave = useEffectEvent(close)
  const onEscape = useEffectEvent((event: KeyboardEvent): void => {
    if (event.key === 'Escape') setTold(undefined)
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
    <div ref={area} className="explained-area">
      {children}
      {told !== undefined && (
        <ExplainedBox
          of={told}
          what="utilization"
          anchor={anchor}
          ref={box}
          onDeep={() => {
            setTold(undefined)
            setDeep(told)
          }}
          onPointerEnter={() => clearTimeout(timer.current)}
          onPointerLeave={close}
        />
      )}
      {deep !== undefined && (
        <Suspense>
          <IntervalsPanel of={deep} onClose={() => setDeep(undefined)} />
        </Suspense>
      )}
    </div>
  )
}
