import { updateScheduleOfEquipment, updateScheduleOfOrgUnit } from '@millwatch/contract/http/schedules'
import { useQuery } from '@tanstack/react-query'
import { DevicesOf } from '../features/devices/devices-of.tsx'
import { ScheduleOf } from '../features/schedules/schedule-of.tsx'
import { useMay } from '../scope/rights.ts'
import { userQuery } from '../scope/session.ts'
import type { PanelContent } from './page-menu-panels.ts'

/** Content of the panel Schedule for the unit or machine on screen. */
export function ScheduleContent({ subject: { which, id } }: PanelContent) {
  const may = useMay()
  const change = which === 'o' ? updateScheduleOfOrgUnit : updateScheduleOfEquipment
  return <ScheduleOf which={which} id={id} mayEdit={may(change)} />
}

/** Content of the panel Devices for the machine on screen. */
export function DevicesContent({ subject: { id } }: PanelContent) {
  const { data: user } = useQuery(userQuery)
  return user === undefined ? null : <DevicesOf id={id} />
}
