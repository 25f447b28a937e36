import './explained.css'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useIsDisplay } from '../../scope/display.ts'
import { ExplainedBox } from './explained-box.tsx'
import type { Explainable } from './types.ts'
import { useHover } from './use-hover.ts'

const IntervalsPanel = lazy(async () => ({ default: (await import('./intervals-panel.tsx')).IntervalsPanel }))

interface ExplainedProps {
  /** The figure that is told: of whom, over which period, with which shift. */
  of: Explainable
  /** What it is called: `utilization`, `scheduled hours`. */
  what?: string | undefined
  className?: string | undefined
  /** The figure as it is shown. */
  children: React.ReactNode
}

/**
 * A number that explains itself: the pointer over it, the focus on it or a tap tells its formula with the seconds, what was left
 * out and how fresh it is; a click leads to the intervals behind it. Escape closes either.
 */
export function Explained({ of, what = 'utilization', className, children }: ExplainedProps) {
  const button = useRef<HTMLButtonElement>(null)
  const hover = useHover(button)
  const [isDeep, setDeep] = useState(false)
  // Who comes back from the intervals stands at the number again.
  useEffect(() => (isDeep ? () => button.current?.focus({ preventScroll: true }) : undefined), [isDeep])
  const goDeep = (): void => {
    hover.close()
    setDeep(true)
  }
  // Nobody points at what hangs on a wall.
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
        // A finger has no pointer to look with: its tap tells, and what is told leads on.
        onClick={() => (hover.wasTouch() ? hover.toggle() : goDeep())}
      >
        {children}
        <span className="sr-only">
          . How the {what} is computed, {of.place.name}
        </span>
      </button>
      {hover.isOpen && <ExplainedBox of={of} what={what} anchor={button} onDeep={goDeep} {...hover.box} />}
      {isDeep && (
        <Suspense>
          <IntervalsPanel of={of} onClose={() => setDeep(false)} />
        </Suspense>
      )}
    </>
  )
}
