import './overlay.css'
import { lazy, Suspense, useRef, useState } from 'react'

const HowBox = lazy(async () => ({ default: (await import('./how-box.tsx')).HowBox }))

interface HowProps {
  /** Name of the figure in a sentence: `share of the parts desired`. */
  name: string
  /** Explanation: formula, sums, and what is left out. */
  children: React.ReactNode
}

/** Button `how?` beside a figure, which opens a box with the explanation of the figure. */
export function How({ name, children }: HowProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        ref={button}
        type="button"
        className="link-button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        how?<span className="sr-only"> The {name}</span>
      </button>
      {isOpen && (
        <Suspense>
          <HowBox name={name} button={button} onClose={() => setOpen(false)}>
            {children}
          </HowBox>
        </Suspense>
      )}
    </>
  )
}
