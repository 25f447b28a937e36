import './parts.css'
import { createPartHistory } from '@millwatch/contract/http/parts'
import { maintenanceText } from '@millwatch/domain/parts'
import { counted } from '../../lib/format.ts'
import { useMay } from '../../scope/rights.ts'
import { Opener } from '../../ui/opener.tsx'
import { usePartNumbers } from './part-numbers.ts'
import { PartRows } from './part-rows.tsx'
import type { StopOfParts, StopPart } from './use-part-writing.ts'

interface StopPartsProps {
  stop: StopOfParts
  parts: readonly StopPart[]
  /** Name of the stop for screen readers: its machine and start. */
  name: string
  className?: string
}

/**
 * Button with the work on parts during a stop, which opens a box to add, change and remove rows. For people who may not do so it
 * is plain text, or nothing if there are no parts.
 */
export function StopParts({ stop, parts, name, className }: StopPartsProps) {
  const may = useMay()
  const numbers = usePartNumbers(parts.length > 0)
  const texts = parts.map(({ id, action, qty }) => `${numbers.get(id) ?? '…'} ${maintenanceText(action, qty)}`)
  const words = texts.join(', ')
  if (!may(createPartHistory)) {
    if (parts.length === 0) return null
    return (
      <span className="note dense two-lines any-break" title={words}>
        <bdi>{words}</bdi>
      </span>
    )
  }
  return (
    <Opener
      {...(className === undefined ? {} : { className })}
      label={`Parts of ${name}`}
      aria-label={parts.length === 0 ? `Add parts to ${name}` : `${counted(parts.length, 'part')} of ${name}: ${words}`}
      title={words}
      data-edit="parts"
      content={(close) => <PartRows stop={stop} parts={parts} onClose={close} />}
    >
      {parts.length === 0 ? (
        <span className="faint small">Parts</span>
      ) : (
        <span className="note dense two-lines any-break">
          <bdi>{words}</bdi>
        </span>
      )}
    </Opener>
  )
}
