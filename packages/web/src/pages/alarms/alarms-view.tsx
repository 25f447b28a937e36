import { createAlarm } from '@millwatch/contract/http/alarms'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { AlarmDialog } from '../../features/alarms/alarm-dialog.tsx'
import { exportAlarms } from '../../features/alarms/export.ts'
import { type AlarmList, alarmsQuery } from '../../features/alarms/queries.ts'
import { SubscriptionDialog } from '../../features/alarms/subscription-dialog.tsx'
import { companyQuery } from '../../features/tree/queries.ts'
import { counted } from '../../lib/format.ts'
import { ACTIVE_REFRESH_MS } from '../../lib/query-client.ts'
import { useInAddress } from '../../lib/use-in-address.ts'
import { useMay } from '../../scope/rights.ts'
import { Button } from '../../ui/button.tsx'
import { ExportButton, lockOfRows, tableForms } from '../../ui/export-button.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { ReportContent } from '../report-content.tsx'
import { ReportLayout, type ReportPlace } from '../report-page.tsx'
import { AlarmsList } from './alarms-list.tsx'

/**
 * Page content with the alarms of a machine or unit, their export, and a button for a new alarm. The parameters `edit` and
 * `subscribers` of the page's address open the editor and the subscribers of an alarm.
 */
export function AlarmsView({ place }: { place: ReportPlace }) {
  const may = useMay()
  const query = useQuery(alarmsQuery(place))
  const [editing, setEditing] = useInAddress('edit')
  const [subscribers, setSubscribers] = useInAddress('subscribers')
  const machines = useMachines(place)
  const { data: company } = useQuery(companyQuery)
  const { data } = query
  const changed = data?.alarms.find(({ id }) => String(id) === subscribers)
  const edited = data?.alarms.find(({ id }) => String(id) === editing)
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
      {(editing === 'new' || edited !== undefined) && (
        <AlarmDialog
          key={editing}
          alarm={edited}
          machines={machines}
          presetMachineId={place.which === 'e' ? place.id : undefined}
          zone={place.zone}
          hasOutputs={company?.config.device_outputs === true}
          onClose={() => setEditing(undefined)}
        />
      )}
      {changed !== undefined && <SubscriptionDialog alarm={changed} onClose={() => setSubscribers(undefined)} />}
    </ReportLayout>
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
