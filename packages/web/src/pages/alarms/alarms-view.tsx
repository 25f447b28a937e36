import { createAlarm, subscribeUsers, updateAlarm } from '@millwatch/contract/http/alarms'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { AlarmDialog, type AlarmMachine } from '../../features/alarms/alarm-dialog.tsx'
import { exportAlarms } from '../../features/alarms/export.ts'
import { type AlarmList, alarmsQuery, type ListedAlarm } from '../../features/alarms/queries.ts'
import { SubscriptionDialog } from '../../features/alarms/subscription-dialog.tsx'
import { companyQuery } from '../../features/tree/queries.ts'
import { counted } from '../../lib/format.ts'
import { ACTIVE_REFRESH_MS } from '../../lib/query-client.ts'
import { useInAddress } from '../../lib/use-in-address.ts'
import { useLast } from '../../lib/use-last.ts'
import { useMay } from '../../scope/rights.ts'
import { Button } from '../../ui/button.tsx'
import { ExportButton, lockOfRows, tableForms } from '../../ui/export-button.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { ReportContent } from '../report-content.tsx'
import { ReportLayout, type ReportPlace } from '../report-page.tsx'
import { AlarmsList } from './alarms-list.tsx'

/**
 * Page content with the alarms of a machine or unit, their export, and a button for a new alarm. The parameters `edit` and
 * `subscribers` of the page's address open the editor and the subscribers of an alarm, for people who may use them.
 */
export function AlarmsView({ place }: { place: ReportPlace }) {
  const may = useMay()
  const query = useQuery(alarmsQuery(place))
  const [editing, setEditing] = useInAddress('edit')
  const [subscribers, setSubscribers] = useInAddress('subscribers')
  const machines = useMachines(place)
  const { data } = query
  const changed = data?.alarms.find(({ id }) => String(id) === subscribers)
  return (
    <ReportLayout
      place={place}
      report={{
        heading: (
          <>
            <bdi>{place.name}</bdi> Alarms
          </>
        ),
      }}
      second={data === undefined ? '' : secondLine(data, place)}
      asOf={data?.asOf}
      refreshMs={ACTIVE_REFRESH_MS}
      aside={
        <>
          <ExportButton
            forms={tableForms}
            subject="alarms"
            locked={lockOfRows(data?.alarms, 'There are no alarms')}
            onExport={(form) => data && exportAlarms(data, place.name, place.zone, form)}
          />
          {may(createAlarm) && (
            <Button primary onClick={() => setEditing('new')}>
              <PlusIcon />
              New alarm
            </Button>
          )}
        </>
      }
    >
      <ReportContent query={query} failed="Alarms could not be read">
        {({ alarms }) => (
          <AlarmsList
            place={place}
            alarms={alarms}
            hasManyMachines={machines.length > 1}
            onNew={() => setEditing('new')}
            onEdit={(id) => setEditing(String(id))}
          />
        )}
      </ReportContent>
      {editing !== null && (
        <Editor
          key={editing}
          place={place}
          editing={editing}
          alarms={data?.alarms}
          machines={machines}
          onClose={() => setEditing(undefined)}
        />
      )}
      {changed !== undefined && may(subscribeUsers, { ownerId: changed.owner_user_id }) && (
        <SubscriptionDialog alarm={changed} onClose={() => setSubscribers(undefined)} />
      )}
    </ReportLayout>
  )
}

interface EditorProps {
  place: ReportPlace
  /** Text `new` for a new alarm, or the id of an alarm. */
  editing: string
  /** Alarms of the place; undefined: they are not read yet. */
  alarms: readonly ListedAlarm[] | undefined
  machines: readonly AlarmMachine[]
  onClose: () => void
}

/**
 * Editor of an alarm, which stays open with a notice when its alarm leaves the list. Renders nothing for a person who may not
 * save it, and until the alarm is read.
 */
function Editor({ place, editing, alarms, machines, onClose }: EditorProps) {
  const may = useMay()
  const { data: company } = useQuery(companyQuery)
  const listed = alarms?.find(({ id }) => String(id) === editing)
  const alarm = useLast(listed)
  const isPermitted =
    editing === 'new' ? may(createAlarm) : alarm !== undefined && may(updateAlarm, { ownerId: alarm.owner_user_id })
  if (!isPermitted) return null
  return (
    <AlarmDialog
      alarm={alarm}
      isGone={alarm !== undefined && alarms !== undefined && listed === undefined}
      machines={machines}
      presetMachineId={place.which === 'e' ? place.id : undefined}
      zone={place.zone}
      hasOutputs={company?.config.device_outputs === true}
      onClose={onClose}
    />
  )
}

/**
 * Returns id and name of the machines on which a new alarm can be: the machine itself, or all machines of the unit that are not
 * archived. Empty while the unit is not loaded.
 */
function useMachines({ which, id, name, unit }: ReportPlace) {
  return useMemo(
    () =>
      which === 'e'
        ? [{ id, name }]
        : (unit?.equipment.filter(({ archived }) => !archived) ?? []).map((machine) => ({
            id: machine.id,
            name: machine.name,
          })),
    [which, id, name, unit],
  )
}

/**
 * Returns the text beside the title: `10 alarms on 8 machines · 3 tripped`. The machines are left out for a place that is a
 * machine, and without alarms.
 */
function secondLine({ alarms }: AlarmList, { which }: ReportPlace): string {
  const machines = new Set(alarms.map(({ equipment_id }) => equipment_id)).size
  const on = which === 'o' && machines > 0 ? ` on ${counted(machines, 'machine')}` : ''
  return `${counted(alarms.length, 'alarm')}${on} · ${alarms.filter(({ tripped }) => tripped).length} tripped`
}
