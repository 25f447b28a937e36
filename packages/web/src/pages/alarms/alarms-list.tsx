import { byNaturalOrder } from '@millwatch/domain/tree'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import {
  type AlarmOrder,
  alarmOrders,
  byChoice,
  inOrder,
  ofFilters,
  type ShownChoice,
  shownChoices,
} from '../../features/alarms/list.ts'
import type { ListedAlarm } from '../../features/alarms/queries.ts'
import { useChangeAddress } from '../../lib/use-change-address.ts'
import { useChoiceInAddress, useInAddress } from '../../lib/use-in-address.ts'
import { userQuery } from '../../scope/session.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { FilterMany } from '../../ui/filter-many.tsx'
import { useWidth } from '../../ui/use-size.ts'
import type { ReportPlace } from '../report-page.tsx'
import { AlarmsTable } from './alarms-table.tsx'
import { HistoryPage } from './history-page.tsx'
import { useManyInAddress } from './use-many-in-address.ts'

interface AlarmsListProps {
  place: ReportPlace
  alarms: readonly ListedAlarm[]
  /** True if the place has more than one machine, so that alarms can be filtered by machine. */
  hasManyMachines: boolean
  onNew: () => void
  onEdit: (id: number) => void
}

const choiceWords: Readonly<Record<ShownChoice, string>> = {
  all: 'All',
  tripped: 'Tripped',
  mine: 'My subscriptions',
}

/** Width of the list below which rows are cards, px. */
const CARDS_BELOW_PX = 640
/** Width of the list below which the table has only its most needed columns, px. */
const FEW_BELOW_PX = 1040

/**
 * Filters of alarms with their numbers, and the table of those that match, or cards in a narrow window. There, an open history
 * replaces the list.
 */
export function AlarmsList({ place, alarms, hasManyMachines, onNew, onEdit }: AlarmsListProps) {
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const areCards = width > 0 && width < CARDS_BELOW_PX
  const { data: user } = useQuery(userQuery)
  const [machineIds, setMachineIds] = useManyInAddress('equipIds[]')
  const [typeIds, setTypeIds] = useManyInAddress('type')
  const [choice, setChoice] = useChoiceInAddress('show', shownChoices)
  const [order, setOrder] = useChoiceInAddress<AlarmOrder>('sort', alarmOrders)
  const [open, setOpen] = useInAddress('alarm')
  const shownBy = useMemo(
    () => byChoice(ofFilters(alarms, { machineIds, typeIds }), user?.id),
    [alarms, machineIds, typeIds, user?.id],
  )
  const rows = useMemo(() => inOrder(shownBy[choice], order), [shownBy, choice, order])
  const opened = alarms.find(({ id }) => String(id) === open)
  const changeAddress = useChangeAddress()
  const showAll = (): void =>
    changeAddress((present) => {
      for (const name of ['equipIds[]', 'type', 'show']) present.delete(name)
      return present
    })
  const list = (
    <section className="panel panel-rows" aria-label="Alarms">
      <div className="row-spread alarm-bar">
        <div className="wrap" role="group" aria-label="Alarms to show">
          {shownChoices.map((name) => (
            <button
              key={name}
              type="button"
              className="muted box inline one-line chip"
              aria-pressed={name === choice}
              onClick={() => setChoice(name)}
            >
              {choiceWords[name]} <span className="faint">{shownBy[name].length}</span>
            </button>
          ))}
        </div>
        <div className="wrap alarm-filters">
          {hasManyMachines && (
            <FilterMany
              label="Equipment"
              options={optionsOf(alarms, ({ equipment_id, Equipment }) => [equipment_id, Equipment.name])}
              chosen={machineIds}
              onChosen={setMachineIds}
            />
          )}
          <FilterMany
            label="Alarm type"
            options={optionsOf(alarms, ({ alarm_type_id, AlarmType }) => [alarm_type_id, AlarmType.name])}
            chosen={typeIds}
            onChosen={setTypeIds}
          />
        </div>
      </div>
      {rows.length > 0 ? (
        <AlarmsTable
          place={place}
          rows={rows}
          listing={`${choice} ${order} ${machineIds.join()} ${typeIds.join()}`}
          layout={areCards ? 'cards' : width > 0 && width < FEW_BELOW_PX ? 'few' : 'all'}
          order={order}
          onOrder={setOrder}
          open={open}
          onOpen={setOpen}
          onEdit={onEdit}
        />
      ) : alarms.length === 0 ? (
        <Empty title="No alarms">
          An alarm watches a machine and notifies people when it trips: excessive downtime, a value beyond a limit, a
          machine that is offline.{' '}
          <span className="block below">
            <Button onClick={onNew}>New alarm</Button>
          </span>
        </Empty>
      ) : (
        <Empty title="No alarms">
          No alarm matches these filters.{' '}
          <span className="block below">
            <Button onClick={showAll}>Show all</Button>
          </span>
        </Empty>
      )}
    </section>
  )
  return (
    <div ref={box}>
      {areCards && opened !== undefined ? (
        <HistoryPage alarm={opened} place={place} onClose={() => setOpen(undefined)} />
      ) : (
        list
      )}
    </div>
  )
}

/**
 * Returns one option for each different value of alarms, sorted by name, with numbers in names compared as numbers. `optionOf`
 * gives the value (an id) and the name of an alarm.
 */
function optionsOf(alarms: readonly ListedAlarm[], optionOf: (alarm: ListedAlarm) => [number, string]) {
  const names = new Map(alarms.map(optionOf))
  return [...names]
    .map(([value, label]) => ({ value: String(value), label }))
    .sort((a, b) => byNaturalOrder(a.label, b.label))
}
