import { useQuery } from '@tanstack/react-query'
import { companyDevicesQuery } from '../../features/devices/queries.ts'
import { membersQuery } from '../../features/members/queries.ts'
import { allMachinesQuery, allUnitsQuery } from '../../features/tree/queries.ts'

/** Returns a function that gives units, machines, devices and members of the audit log (`org_unit/17`) their present names. */
export function useSubjectNames(): (subject: string) => string | undefined {
  const { data: units = [] } = useQuery(allUnitsQuery)
  const { data: machines = [] } = useQuery(allMachinesQuery)
  const { data: devices = [] } = useQuery(companyDevicesQuery)
  const { data: people = [] } = useQuery(membersQuery)
  const names = new Map<string, string>([
    ...units.map(({ id, name }) => [`org_unit/${id}`, name] as const),
    ...machines.map(({ id, name }) => [`equipment/${id}`, name] as const),
    ...devices.map(({ id, name, device_uuid }) => [`device/${id}`, name ?? device_uuid] as const),
    ...people.map(({ id, first_name, last_name }) => [`user/${id}`, `${first_name} ${last_name}`.trim()] as const),
  ])
  return (subject) => names.get(subject)
}
