import { useQuery } from '@tanstack/react-query'
import { type NamedEntry, wordsOfSubjects } from '../../features/audit/subject-words.ts'
import { companyDevicesQuery } from '../../features/devices/queries.ts'
import { membersQuery } from '../../features/members/queries.ts'
import { allMachinesQuery, allUnitsQuery } from '../../features/tree/queries.ts'

/**
 * Returns a function that names a subject of the audit log (`org_unit/17`): by its present name, else by that in
 * `entry` or in `entries` (newest first), else by its id. Units, machines, devices and members that do not exist get
 * `(removed)`, once their list is read.
 */
export function useSubjectWords(entries: readonly NamedEntry[]): (subject: string, entry?: NamedEntry) => string {
  const { data: units } = useQuery(allUnitsQuery)
  const { data: machines } = useQuery(allMachinesQuery)
  const { data: devices } = useQuery(companyDevicesQuery)
  const { data: people } = useQuery(membersQuery)
  const named = {
    org_unit: units?.map(({ id, name }) => [id, name] as const),
    equipment: machines?.map(({ id, name }) => [id, name] as const),
    device: devices?.map(({ id, name, device_uuid }) => [id, name ?? device_uuid] as const),
    user: people?.map(({ id, first_name, last_name }) => [id, `${first_name} ${last_name}`.trim()] as const),
  }
  return wordsOfSubjects(named, entries)
}
