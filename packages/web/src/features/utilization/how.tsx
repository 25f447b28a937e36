import './utilization.css'
import { Popover } from 'antd'
import { useState } from 'react'

/** The little question behind a figure; hover or tap tells, Escape closes. `children` is made when it opens. */
export function How({ of, children }: { of: string; children: () => React.ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      trigger={['hover', 'click']}
      placement="bottomLeft"
      content={open ? children() : null}
      destroyOnHidden
    >
      <button
        type="button"
        className="link-button"
        aria-label={`How ${of} is computed`}
        aria-expanded={open}
        onKeyDown={(event) => event.key === 'Escape' && setOpen(false)}
      >
        how?
      </button>
    </Popover>
  )
}
