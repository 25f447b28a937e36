import { devicesOfCompany, equipmentOfCompany } from '@millwatch/contract/http/company'
import { getDevice } from '@millwatch/contract/http/devices'
import { readDevicePage } from '@millwatch/contract/http/devices-page'
import { getEquipment } from '@millwatch/contract/http/tree'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { activeRefresh } from '../../lib/query-client.ts'
import type { Device, DevicePage, MachineOfDevices } from './types.ts'

/** Beginning of the query keys of devices; invalidating it reads all device queries again. */
export const devicesKey = ['devices'] as const

export const deviceQuery = (uuid: string) =>
  queryOptions({
    queryKey: [...devicesKey, uuid],
    queryFn: async ({ signal }): Promise<Device> => (await call(getDevice, { params: { uuid }, signal })).device,
    refetchInterval: activeRefresh,
  })

/**
 * Query that reads the page of a device with its configuration, messages and last 100 events, again every 5 minutes; the server
 * allows it to superusers only.
 */
export const devicePageQuery = (uuid: string) =>
  queryOptions({
    queryKey: [...devicesKey, 'page', uuid],
    queryFn: async ({ signal }): Promise<DevicePage> => call(readDevicePage, { params: { uuid }, signal }),
    refetchInterval: activeRefresh,
  })

/** Query that reads all devices of the company, primary ones first, then active ones; again every 5 minutes. */
export const companyDevicesQuery = queryOptions({
  queryKey: [...devicesKey, 'all'],
  queryFn: async ({ signal }): Promise<Device[]> => (await call(devicesOfCompany, { signal })).devices,
  refetchInterval: activeRefresh,
})

/** Query that reads the devices of the company that are assigned to no machine; again every 5 minutes. */
export const unassignedQuery = queryOptions({
  ...companyDevicesQuery,
  select: (devices) => devices.filter((device) => device.equipment_id === null),
})

/** Query that reads the machines of the company and returns those that are active (not archived). */
export const machinesQuery = queryOptions({
  queryKey: ['machines'],
  queryFn: async ({ signal }) => (await call(equipmentOfCompany, { query: {}, signal })).equipment,
  select: (machines) => machines.filter((machine) => machine.active),
})

/** Reads the primary device of a machine from the server, with its configuration; undefined if the machine has none. */
export async function primaryDeviceOf(machineId: number): Promise<Device | undefined> {
  const { equip } = await call(getEquipment, { params: { id: machineId }, query: {} })
  const primary = equip.Devices.find((device) => device.is_primary)
  return primary && (await call(getDevice, { params: { uuid: primary.device_uuid } })).device
}

export const machineKey = (id: number) => ['machine-devices', id] as const

/** Query that reads a machine with its devices; again every 5 minutes. */
export const machineQuery = (id: number) =>
  queryOptions({
    queryKey: machineKey(id),
    queryFn: async ({ signal }): Promise<MachineOfDevices> =>
      (await call(getEquipment, { params: { id }, query: {}, signal })).equip,
    refetchInterval: activeRefresh,
  })
