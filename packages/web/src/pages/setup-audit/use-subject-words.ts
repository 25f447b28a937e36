import { useQuery } from '@tanstack/react-query'
import { type NamedEntry, wordsOfSubjects } from '../../features/audit/subject-words.ts'
import { companyDevicesQuery } from '../../features/devices/queries.ts'
import { membersQuery } from '../../features/members/queries.ts'
import { allMachinesQuery, allUnitsQuery } from '../../features/tree/queries.ts'

/**
 * Returns a function that gives subjects of the audit log (`org_unit/17`) their words: with the present name of a unit, machine, device
 * or member, or the name that one of `entries` has. One of these that is not there any more is said to be removed.
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
