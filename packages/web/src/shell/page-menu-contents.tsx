import { useQuery } from '@tanstack/react-query'
import { DevicesOf } from '../features/devices/devices-of.tsx'
import { userQuery } from '../features/identity/queries.ts'
import { ScheduleOf } from '../features/schedules/schedule-of.tsx'
import type { PanelContent } from './page-menu-panels.ts'

const useIsAdmin = (): boolean => useQuery(userQuery).data?.is_admin === true

/** The schedule of the unit or machine on screen. */
export function ScheduleContent({ subject: { which, id } }: PanelContent) {
  return <ScheduleOf which={which} id={id} mayEdit={useIsAdmin()} />
}

/** The devices of the machine on screen. */
export function DevicesContent({ subject: { id } }: PanelContent) {
  return <DevicesOf id={id} mayEdit={useIsAdmin()} />
}
