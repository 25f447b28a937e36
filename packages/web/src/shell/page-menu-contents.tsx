import { useQuery } from '@tanstack/react-query'
import { DevicesOf } from '../features/devices/devices-of.tsx'
import { userQuery } from '../features/identity/queries.ts'
import { ScheduleOf } from '../features/schedules/schedule-of.tsx'
import type { PanelContent } from './page-menu-panels.ts'

/** Schedule of the unit or machine on screen. */
export function ScheduleContent({ subject: { which, id } }: PanelContent) {
  const { data: user } = useQuery(userQuery)
  return <ScheduleOf which={which} id={id} mayEdit={user?.is_admin === true} />
}

/** Devices of the machine on screen. */
export function DevicesContent({ subject: { id } }: PanelContent) {
  const { data: user } = useQuery(userQuery)
  return user === undefined ? null : <DevicesOf id={id} companyId={user.company_id} mayEdit={user.is_admin} />
}
