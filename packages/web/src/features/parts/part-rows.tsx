import { deletePartHistory } from '@millwatch/contract/http/parts'
import { useState } from 'react'
import { useMay } from '../../scope/rights.ts'
import { Button } from '../../ui/button.tsx'
import { CloseIcon } from '../../ui/icons.tsx'
import { BLANK_PART, type PartEntry, qtyOf } from './entry.ts'
import { PartFields } from './part-fields.tsx'
import { type StopOfParts, type StopPart, usePartAdding, usePartChange, usePartRemoval } from './use-part-writing.ts'

interface PartRowsProps {
  stop: StopOfParts
  parts: readonly StopPart[]
  onClose: () => void
}

/**
 * Rows for the work on parts during a stop. Part and action are saved at once, a quantity when its field is left; a new row is
 * saved when it has a part and a valid quantity, and lost if the box is closed before. Rows of others can be changed only by
 * people who may do so.
 */
export function PartRows({ stop, parts, onClose }: PartRowsProps) {
  const [isAdding, setAdding] = useState(parts.length === 0)
  return (
    <div className="stack near part-rows">
      <strong>Critical parts</strong>
      {parts.map((part, index) => (
        <StoredRow key={part.history_id} stop={stop} part={part} label={`Part ${index + 1}`} />
      ))}
      {isAdding && <BlankRow stop={stop} label={`Part ${parts.length + 1}`} onDone={() => setAdding(false)} />}
      <div className="row-end">
        <Button
          disabled={isAdding}
          title={isAdding ? 'Choose the part of the new row first' : undefined}
          onClick={() => setAdding(true)}
        >
          Add part
        </Button>
        <Button onClick={onClose}>Close</Button>
      </div>
    </div>
  )
}

function StoredRow({ stop, part, label }: { stop: StopOfParts; part: StopPart; label: string }) {
  const mayChange = useMay()(deletePartHistory, { ownerId: part.user_id })
  const stored: PartEntry = { partId: part.id, action: part.action, qty: String(part.qty) }
  const [typed, setTyped] = useState<string>()
  const change = usePartChange(part.history_id, stop.changes)
  const removal = usePartRemoval(part.history_id, stop.changes)
  const entry = typed === undefined ? stored : { ...stored, qty: typed }
  const enter = (next: PartEntry): void => {
    setTyped(next.qty === stored.qty ? undefined : next.qty)
    const qty = qtyOf(next)
    const newQty = qty === undefined || qty === part.qty ? {} : { qty }
    if (next.partId !== null && next.partId !== part.id) change.mutate({ critical_part_id: next.partId, ...newQty })
    if (next.action !== part.action) change.mutate({ action_base: next.action, ...newQty })
  }
  const leave = (): void => {
    const qty = qtyOf(entry)
    if (typed === undefined || qty === undefined) return
    if (qty !== part.qty) change.mutate({ qty })
    setTyped(undefined)
  }
  return (
    <div
      className="stack snug bottom part-row"
      title={mayChange ? undefined : 'Only its author and admins change this row'}
    >
      <PartFields
        machineId={stop.machineId}
        label={label}
        entry={
          change.isPending && change.variables?.qty !== undefined
            ? { ...entry, qty: String(change.variables.qty) }
            : entry
        }
        disabled={!mayChange}
        onEntry={enter}
        onLeave={leave}
      />
      {mayChange && (
        <Button icon plain aria-label={`Remove ${label}`} disabled={removal.isPending} onClick={() => removal.mutate()}>
          <CloseIcon />
        </Button>
      )}
    </div>
  )
}

function BlankRow({ stop, label, onDone }: { stop: StopOfParts; label: string; onDone: () => void }) {
  const [entry, setEntry] = useState(BLANK_PART)
  const adding = usePartAdding(stop)
  const enter = (next: PartEntry): void => {
    setEntry(next)
    if (next.partId === null || qtyOf(next) === undefined || adding.isPending) return
    adding.mutate(next, { onSuccess: onDone, onError: () => setEntry({ ...next, partId: null }) })
  }
  return (
    <div className="stack snug bottom part-row">
      <PartFields machineId={stop.machineId} label={label} entry={entry} disabled={adding.isPending} onEntry={enter} />
      <Button icon plain aria-label={`Remove ${label}`} onClick={onDone}>
        <CloseIcon />
      </Button>
    </div>
  )
}
