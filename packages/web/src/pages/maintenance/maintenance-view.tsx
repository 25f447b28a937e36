import { manageMaintenance } from '@millwatch/contract/other-operations'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { AlarmDialog, type AlarmMachine } from '../../features/alarms/alarm-dialog.tsx'
import { alarmQuery } from '../../features/alarms/queries.ts'
import { SubscriptionDialog } from '../../features/alarms/subscription-dialog.tsx'
import { dueQuery } from '../../features/maintenance/queries.ts'
import { companyQuery } from '../../features/tree/queries.ts'
import { counted } from '../../lib/format.ts'
import { ACTIVE_REFRESH_MS } from '../../lib/query-client.ts'
import { useInAddress } from '../../lib/use-in-address.ts'
import { useSettledValue } from '../../lib/use-settled-value.ts'
import { useMay } from '../../scope/rights.ts'
import { Button } from '../../ui/button.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { useWidth } from '../../ui/use-size.ts'
import { ReportContent } from '../report-content.tsx'
import { ReportLayout, type ReportPlace } from '../report-page.tsx'
import { AllHistory } from './all-history.tsx'
import { Detail } from './detail.tsx'
import { DueList } from './due-list.tsx'
import { partsOf } from './parts-of.tsx'
import { ReliabilityFigures } from './reliability-figures.tsx'

/** Width of the page below which the list and its details are shown in turn instead of side by side, px. */
const NARROW_BELOW_PX = 860
/** Number of rows that are read at first, and that each `Show more` adds. */
const STEP = 200
/** Time after the last typed character until the list is read, ms. */
const SETTLED_MS = 250

/** Value of `id` in the address for the history of all equipment in a narrow window. */
const ALL = 'all'

/** List of maintenance by nearness, and beside it the chosen one, or the history of all equipment. */
export function MaintenanceView({ place }: { place: ReportPlace }) {
  const may = useMay()
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const isNarrow = width > 0 && width < NARROW_BELOW_PX
  const [chosen, choose] = useInAddress('id')
  const [search, setSearch] = useInAddress('q')
  const [editing, setEditing] = useInAddress('edit')
  const [limit, setLimit] = useState(STEP)
  const query = useQuery(dueQuery(place, useSettledValue(search ?? '', SETTLED_MS), limit))
  const { data } = query
  const chosenId = chosen !== null && /^[1-9]\d*$/.test(chosen) ? Number(chosen) : undefined
  const isBeside = !isNarrow || chosen !== null
  return (
    <ReportLayout
      place={place}
      report={{ heading: 'Preventative Maintenance' }}
      second={
        <>
          <bdi>{place.name}</bdi>
          {data !== undefined && ` · ${headOf(data, place)}`}
        </>
      }
      asOf={data?.asOf}
      refreshMs={ACTIVE_REFRESH_MS}
      aside={
        <>
          <Button aria-pressed={chosen === null && !isNarrow} onClick={() => choose(isNarrow ? ALL : undefined)}>
            All-equipment history
          </Button>
          {may(manageMaintenance) && (
            <Button primary onClick={() => setEditing('new')}>
              <PlusIcon />
              Add New
            </Button>
          )}
        </>
      }
    >
      {place.which === 'e' && <ReliabilityFigures machineId={place.id} zone={place.zone} />}
      <div ref={box}>
        <ReportContent query={query} failed="Preventative maintenance could not be read">
          {(due) => (
            <div className="stack due-page" data-narrow={isNarrow}>
              {(!isNarrow || chosen === null) && (
                <DueList
                  due={due}
                  zone={place.zone}
                  search={search ?? ''}
                  onSearch={(text) => setSearch(text === '' ? undefined : text)}
                  chosenId={chosenId}
                  onChoose={(id) => choose(id === undefined ? undefined : String(id))}
                  onMore={due.maintenance.length < sumOf(due.counts) ? () => setLimit(limit + STEP) : undefined}
                  onNew={may(manageMaintenance) ? () => setEditing('new') : undefined}
                  onEdit={may(manageMaintenance) ? (id) => setEditing(String(id)) : undefined}
                />
              )}
              {isBeside && (
                <div className="stack">
                  {isNarrow && (
                    <div>
                      <Button onClick={() => choose(undefined)}>All maintenance</Button>
                    </div>
                  )}
                  {chosenId === undefined ? (
                    <AllHistory place={place} />
                  ) : (
                    <Detail
                      key={chosenId}
                      id={chosenId}
                      place={place}
                      onGone={() => choose(undefined)}
                      onEdit={() => setEditing(String(chosenId))}
                    />
                  )}
                </div>
              )}
            </div>
          )}
        </ReportContent>
      </div>
      {editing !== null && (
        <Editor key={editing} place={place} editing={editing} onClose={() => setEditing(undefined)} />
      )}
      <Subscribers />
    </ReportLayout>
  )
}

const sumOf = (counts: { overdue: number; soon: number; upcoming: number }): number =>
  counts.overdue + counts.soon + counts.upcoming

/** Returns the text beside the title: `12 on 12 machines · 3 overdue`, of one machine `2 planned · 1 overdue`. */
function headOf(
  { counts, machines }: { counts: { overdue: number; soon: number; upcoming: number }; machines: number },
  { which }: ReportPlace,
): string {
  const on = which === 'o' ? ` on ${counted(machines, 'machine')}` : ' planned'
  return `${sumOf(counts)}${on} · ${counts.overdue} overdue`
}

interface EditorProps {
  place: ReportPlace
  /** Text `new` for new maintenance, or the id of an alarm. */
  editing: string
  onClose: () => void
}

/**
 * Editor of alarms that offers maintenance only. Renders nothing for a person who may not manage maintenance, and until the alarm
 * is read.
 */
function Editor({ place, editing, onClose }: EditorProps) {
  const may = useMay()
  const { data: company } = useQuery(companyQuery)
  const isNew = editing === 'new'
  const { data: alarm } = useQuery({ ...alarmQuery(Number(editing)), enabled: !isNew })
  if (!may(manageMaintenance) || (!isNew && alarm === undefined)) return null
  return (
    <AlarmDialog
      alarm={isNew ? undefined : alarm}
      machines={machinesOf(place)}
      presetMachineId={place.which === 'e' ? place.id : undefined}
      zone={place.zone}
      hasOutputs={company?.config.device_outputs === true}
      isMaintenance
      partsOf={partsOf}
      onClose={onClose}
    />
  )
}

/**
 * Returns the machines that can have maintenance: the machine of the place itself, or all machines of its unit that are not
 * archived. Empty while the unit is not loaded.
 */
const machinesOf = ({ which, id, name, unit }: ReportPlace): readonly AlarmMachine[] =>
  which === 'e' ? [{ id, name }] : (unit?.equipment.filter(({ archived }) => !archived) ?? [])

/**
 * Dialog with the subscribers of the maintenance whose id is `subscribers` in the address. Renders nothing without an id, until
 * the alarm is read, and for a person who may not manage maintenance.
 */
function Subscribers() {
  const may = useMay()
  const [id, setId] = useInAddress('subscribers')
  const { data: alarm } = useQuery({ ...alarmQuery(Number(id)), enabled: id !== null })
  if (id === null || alarm === undefined || !may(manageMaintenance)) return null
  return <SubscriptionDialog alarm={alarm} onClose={() => setId(undefined)} />
}
