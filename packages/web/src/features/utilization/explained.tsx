import './explained.css'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useIsDisplay } from '../../scope/display.ts'
import { ExplainedBox } from './explained-box.tsx'
import type { Explainable } from './types.ts'
import { useHover } from './use-hover.ts'

const IntervalsPanel = lazy(async () => ({ default: (await import('./intervals-panel.tsx')).IntervalsPanel }))

interface ExplainedProps {
  /** Place, period and shift of the figure. */
  explainable: Explainable
  /** Name of the figure for screen readers: `utilization`, `scheduled hours`. */
  name?: string | undefined
  className?: string | undefined
  /** Figure as it is shown. */
  children: React.ReactNode
}

/**
 * Figure as a button that shows its explanation on hover, on focus by Tab, or on a tap: formula, times, excluded time and age. A
 * click opens the intervals behind it, Escape closes either. On kiosk displays it is plain text.
 */
export function Explained({ explainable, name = 'utilization', className, children }: ExplainedProps) {
  const button = useRef<HTMLButtonElement>(null)
  const hover = useHover(button)
  const [isDeep, setDeep] = useState(false)
  // When the list of intervals closes, the number gets the focus back.
  useEffect(() => (isDeep ? () => button.current?.focus({ preventScroll: true }) : undefined), [isDeep])
  const goDeep = (): void => {
    hover.close()
    setDeep(true)
  }
  // Displays have no pointer.
  if (useIsDisplay()) return <span className={className}>{children}</span>
  return (
    <>
      <button
        ref={button}
        type="button"
        className={`explained${className === undefined ? '' : ` ${className}`}`}
        aria-expanded={hover.isOpen}
        aria-haspopup="dialog"
        {...hover.handlers}
        // Touch has no hover: a tap shows the explanation, which has a link to the intervals.
        onClick={() => (hover.wasTouch() ? hover.toggle() : goDeep())}
      >
        {children}
        <span className="sr-only">
          . How the {name} is computed, {explainable.place.name}
        </span>
      </button>
      {hover.isOpen && (
        <ExplainedBox explainable={explainable} name={name} anchor={button} onDeep={goDeep} {...hover.box} />
      )}
      {isDeep && (
        <Suspense>
          <IntervalsPanel explainable={explainable} onClose={() => setDeep(false)} />
        </Suspense>
      )}
    </>
  )
}
