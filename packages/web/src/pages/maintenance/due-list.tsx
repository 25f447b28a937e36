import { useRef, useState } from 'react'
import { KindLegend } from '../../features/maintenance/kind-icon.tsx'
import type { DueMaintenance } from '../../features/maintenance/queries.ts'
import { useNow } from '../../lib/clock.ts'
import { count, counted } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { FoldIcon } from '../../ui/icons.tsx'
import { moveByKey } from '../../ui/row-keys.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { useFocusByKey } from '../../ui/use-focus-by-key.ts'
import { useHeldOrder } from '../alarms/use-held-order.ts'
import { DueRow } from './due-row.tsx'
import { useHeldGroups } from './use-held-groups.ts'

interface DueListProps {
  due: {
    readonly maintenance: readonly DueMaintenance[]
    readonly counts: Readonly<Record<DueMaintenance['group'], number>>
  }
  zone: string
  search: string
  onSearch: (text: string) => void
  chosenId: number | undefined
  onChoose: (id: number | undefined) => void
  /** Called to read more rows; undefined when all rows are in the list. */
  onMore: (() => void) | undefined
  /** Called to add maintenance; undefined if the person may not add any. */
  onNew: (() => void) | undefined
  onEdit: ((id: number) => void) | undefined
}

const groups = [
  ['overdue', 'Overdue', 'tripped, longest over first'],
  ['soon', 'Due within 7 days', 'at the pace of the past 4 weeks'],
  ['upcoming', 'Upcoming', ''],
] as const

/** Maintenance of a place in three groups. Rows stay where they are while the pointer is over the list. */
export function DueList(props: DueListProps) {
  const { due, search, onSearch, chosenId, onMore, onNew } = props
  const box = useRef<HTMLElement>(null)
  const [isHeld, setHeld] = useState(false)
  const [folded, setFolded] = useState<readonly string[]>([])
  const { shown, waiting, admit } = useHeldOrder(due.maintenance, search, isHeld)
  const held = useHeldGroups(due.maintenance, isHeld)
  const now = useNow(60_000)
  useFocusByKey(box, '.')
  const groupOf = (row: DueMaintenance) => held.get(row.id) ?? row.group
  return (
    <section
      ref={box}
      className="panel panel-rows"
      aria-label="Maintenance by nearness"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onKeyDown={(event) => moveByKey(event, rowKeys(props))}
    >
      <div className="row-spread due-tools">
        <SearchField label="Search" value={search} onValue={onSearch} />
        <KindLegend />
      </div>
      {waiting > 0 && (
        <p className="due-tools">
          <Button onClick={admit}>{counted(waiting, 'new row')}</Button>
        </p>
      )}
      {due.maintenance.length === 0 && (
        <NoMaintenance isSearch={search !== ''} onAll={() => onSearch('')} onNew={onNew} />
      )}
      {groups.map(([group, title, note]) => {
        const rows = shown.filter((row) => groupOf(row) === group)
        if (rows.length === 0 && due.counts[group] === 0) return null
        const isOpen = !folded.includes(group)
        return (
          <div key={group} role="group" aria-label={title}>
            <button
              type="button"
              className="spread due-group"
              aria-expanded={isOpen}
              onClick={() => setFolded(isOpen ? [...folded, group] : folded.filter((name) => name !== group))}
            >
              <span className="inline">
                <FoldIcon open={isOpen} />
                <span className="second strong value">{title}</span>
                <span className="muted second">{count(due.counts[group])}</span>
              </span>
              <span className="note">{note}</span>
            </button>
            {isOpen &&
              rows.map((row) => <DueRow key={row.id} {...props} row={row} now={now} isChosen={row.id === chosenId} />)}
          </div>
        )
      })}
      {onMore !== undefined && (
        <p className="due-tools">
          <Button onClick={onMore}>Show more</Button>
        </p>
      )}
    </section>
  )
}

interface NoMaintenanceProps {
  isSearch: boolean
  onAll: () => void
  onNew: (() => void) | undefined
}

const NoMaintenance = ({ isSearch, onAll, onNew }: NoMaintenanceProps) =>
  isSearch ? (
    <Empty title="No maintenance">
      Nothing here matches the search.{' '}
      <Button className="below" onClick={onAll}>
        Show all
      </Button>
    </Empty>
  ) : (
    <Empty title="No maintenance">
      Preventative maintenance counts cycles, hours of running or time since the work was last done, and trips when it
      is due. {onNew === undefined ? 'An admin can add some.' : ''}
      {onNew !== undefined && (
        <Button className="below" onClick={onNew}>
          Add New
        </Button>
      )}
    </Empty>
  )

/** Keys in a row: `e` opens its editor if the person may edit, Escape cancels the choice of a row. */
const rowKeys = ({ onEdit, onChoose, chosenId }: DueListProps) => ({
  rows: '[data-maintenance]',
  actions: (row: HTMLElement): Readonly<Record<string, () => void>> => ({
    ...(onEdit === undefined ? {} : { e: () => onEdit(Number(row.dataset.maintenance)) }),
    ...(chosenId === undefined ? {} : { Escape: () => onChoose(undefined) }),
  }),
})
