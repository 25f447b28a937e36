import { lazy, Suspense, useRef, useState } from 'react'
import { classesOf } from './button.tsx'

const FloatBox = lazy(async () => ({ default: (await import('./float-box.tsx')).FloatBox }))

interface OpenerProps extends Omit<React.ComponentProps<'button'>, 'content' | 'ref' | 'onClick'> {
  /** Name of the box for screen readers. */
  label: string
  /** Content of the box, which gets a function that closes it. */
  content: (close: () => void) => React.ReactNode
}

/** Button that opens a box beside it; it looks like a button of the product unless it has classes. */
export function Opener({ label, content, className = classesOf({}), ...button }: OpenerProps) {
  const ref = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const close = (): void => setOpen(false)
  return (
    <>
      <button
        {...button}
        ref={ref}
        type="button"
        className={className}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      />
      {isOpen && (
        <Suspense>
          <FloatBox label={label} button={ref} onClose={close}>
            {content(close)}
          </FloatBox>
        </Suspense>
      )}
    </>
  )
}
