import './utilization.css'
import { Popover } from 'antd'
import { useRef, useState } from 'react'

/** The little question behind a figure; hover or tap tells, Escape closes. `children` is made when it opens. */
export function How({ of, children }: { of: string; children: () => React.ReactNode }) {
  const [open, setOpen] = useState(false)
  const pressed = useRef(false)
  // A press on what the pointer's hover has opened already is no wish to close it.
  const change = (next: boolean): void => {
    if (next || !pressed.current) setOpen(next)
    pressed.current = false
  }
  return (
    <Popover
      open={open}
      onOpenChange={change}
      trigger={['hover', 'click']}
      placement="bottom"
      content={<Told tell={children} />}
      destroyOnHidden
    >
      <button
        type="button"
        className="link-button"
        aria-label={`How ${of} is computed`}
        aria-expanded={open}
        onPointerDown={() => {
          pressed.current = true
        }}
        onKeyDown={(event) => event.key === 'Escape' && setOpen(false)}
      >
        how?
      </button>
    </Popover>
  )
}

function Told({ tell }: { tell: () => React.ReactNode }) {
  return tell()
}
