import './parts.css'
import { deletePart } from '@millwatch/contract/http/parts'
import { useRef } from 'react'
import { call } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { useConfirmed } from '../../ui/form/use-confirmed.ts'
import { type RowColumn, RowTable } from '../../ui/row-table.tsx'
import { useWidth } from '../../ui/use-size.ts'
import { PartLink } from './part-link.tsx'
import { type CriticalPart, partsKey } from './queries.ts'
import { usedOn } from './set-up.ts'

interface PartListProps {
  parts: readonly CriticalPart[]
  onEdit: (part: CriticalPart) => void
}

/** Width of the table in px; below it, number, description and use share one column. */
const NARROW_PX = 560

/** Table of critical parts in the given order, with buttons to edit and to remove each; removing needs a confirmation. */
export function PartList({ parts, onEdit }: PartListProps) {
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const isNarrow = width > 0 && width < NARROW_PX
  const actions: RowColumn<CriticalPart> = {
    name: 'actions',
    head: <span className="sr-only">Actions</span>,
    width: '150px',
    cell: (part) => <Actions part={part} onEdit={onEdit} />,
  }
  return (
    <div ref={box}>
      <RowTable
        label="Parts in use"
        columns={isNarrow ? [briefColumn, actions] : [...wideColumns, actions]}
        rows={parts}
        rowPx={isNarrow ? 74 : 44}
        keyOf={({ id }) => id}
      />
    </div>
  )
}

const wideColumns: readonly RowColumn<CriticalPart>[] = [
  {
    name: 'number',
    head: 'Name / number',
    width: '26%',
    cell: (part) => (
      <span className="cut block medium" title={part.number}>
        <PartLink part={part} />
      </span>
    ),
  },
  {
    name: 'description',
    head: 'Description',
    cell: ({ description }) => (
      <span className="cut block second" title={description} dir="auto">
        {description}
      </span>
    ),
  },
  {
    name: 'used',
    head: 'Used on',
    width: '24%',
    cell: (part) => <span className="cut block second">{usedOn(part)}</span>,
  },
]

const briefColumn: RowColumn<CriticalPart> = {
  name: 'part',
  head: 'Part',
  cell: (part) => (
    <>
      <span className="cut block medium" title={part.number}>
        <PartLink part={part} />
      </span>
      <span className="cut block note" dir="auto">
        {part.description}
      </span>
      <span className="cut block note">{usedOn(part)}</span>
    </>
  ),
}

function Actions({ part, onEdit }: { part: CriticalPart; onEdit: (part: CriticalPart) => void }) {
  const remove = useConfirmed({
    title: `Remove ${part.number}?`,
    text: 'Nobody can choose it any more, and maintenance leaves it out. Its history stays.',
    yes: `Remove ${part.number}`,
    removes: true,
    work: () => call(deletePart, { params: { id: part.id } }),
    done: 'Critical part removed',
    failed: 'Error removing critical part',
    changes: [partsKey],
  })
  return (
    <div className="table-actions snug part-actions">
      <Button aria-label={`Edit ${part.number}`} onClick={() => onEdit(part)}>
        Edit
      </Button>
      <Button aria-label={`Remove ${part.number}`} onClick={remove}>
        Remove
      </Button>
    </div>
  )
}
