import './scope-drawer.css'
import { useEffect, useRef } from 'react'
import { useScope, useZoom } from '../../scope/scope.ts'
import { Drawer } from '../../ui/dialog.tsx'
import { DatesChoice } from './dates-choice.tsx'
import { PeriodChoice } from './period-choice.tsx'
import { ReadingChoice } from './reading-choice.tsx'
import { ShiftChoice } from './shift-choice.tsx'
import { Switches } from './switches.tsx'
import { Earlier, Later, Nearer, Reset, Wider } from './zoom-buttons.tsx'

/** Part of the drawer that gets the focus when it opens. */
export type Part = 'period' | 'zone'

interface ScopeDrawerProps {
  /** Part that gets the focus; undefined while the drawer is closed. */
  part: Part | undefined
  zone: string
  onClose: () => void
}

/** CSS selectors of the control that gets the focus, by part. */
const FIRST: Readonly<Record<Part, string>> = {
  period: '[aria-pressed="true"], .scope-periods button',
  zone: '.scope-reading select',
}

/** Drawer with all settings of the scope; each change applies at once, except dates, which apply when they are submitted. */
export function ScopeDrawer({ part, zone, onClose }: ScopeDrawerProps) {
  return (
    <Drawer title="Period" width={440} open={part !== undefined} onClose={onClose}>
      <Choices part={part} zone={zone} onClose={onClose} />
    </Drawer>
  )
}

function Choices({ part, zone, onClose }: ScopeDrawerProps) {
  const body = useRef<HTMLDivElement>(null)
  const zoom = useZoom(zone)
  const { absStartDate, absEndDate, timezone } = useScope()
  useEffect(() => {
    if (part !== undefined) body.current?.querySelector<HTMLElement>(FIRST[part])?.focus()
  }, [part])
  return (
    <div className="stack wide" ref={body}>
      <div className="line scope-ways">
        <span className="box scope-group">
          <Earlier {...zoom} />
          <Later {...zoom} />
          <Wider {...zoom} />
          <Nearer {...zoom} />
        </span>
        <Reset {...zoom} />
      </div>
      <PeriodChoice onChosen={onClose} />
      <DatesChoice key={`${absStartDate} ${absEndDate} ${timezone}`} zone={zone} onChosen={onClose} />
      <ShiftChoice />
      <ReadingChoice zone={zone} />
      <Switches />
    </div>
  )
}
