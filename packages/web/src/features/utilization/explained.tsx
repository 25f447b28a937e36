import './explained.css'
import { useRef } from 'react'
import { ExplainedBox } from './explained-box.tsx'
import type { Explainable } from './types.ts'
import { useHover } from './use-hover.ts'

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
  return (
    <>
      <button
        ref={button}
        type="button"
        className={`explained${className === undefined ? '' : ` ${className}`}`}
        aria-expanded={hover.isOpen}
        aria-haspopup="dialog"
        {...hover.handlers}
        onClick={hover.toggle}
      >
        {children}
        <span className="sr-only">
          . How the {what} is computed, {of.place.name}
        </span>
      </button>
      {hover.isOpen && <ExplainedBox of={of} what={what} anchor={button} {...hover.box} />}
    </>
  )
}
