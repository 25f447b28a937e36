/**
 * Role of a device: `active` means that its events are accepted; `isPrimary` means that it decides the status of its machine.
 */
export interface DeviceRole {
  readonly isPrimary: boolean
  readonly active: boolean
}

/** Role that a person requests for a device; an absent field requests nothing. */
export interface DeviceRoleRequest {
  readonly isPrimary?: boolean | undefined
  readonly active?: boolean | undefined
}

/**
 * Returns the role of a device that is put on a machine. By default it is active, and primary when it is the first device
 * there. Requesting primary makes it active; requesting inactive makes it not primary (specification 2, section 4).
 */
export function roleWhenPut(request: DeviceRoleRequest, isFirst: boolean): DeviceRole {
  if (request.isPrimary === true) return { isPrimary: true, active: true }
  const active = request.active ?? true
  return { isPrimary: active && (request.isPrimary ?? isFirst), active }
}

/**
 * Returns the role of a device on its machine after a change. Requesting primary makes it active; requesting inactive makes it
 * not primary. A device made active on a machine without a primary becomes its primary, unless `isPrimary` is requested as
 * false.
 */
export function roleWhenChanged(now: DeviceRole, request: DeviceRoleRequest, machineHasPrimary: boolean): DeviceRole {
  if (request.isPrimary === true) return { isPrimary: true, active: true }
  const active = request.active ?? now.active
  const wakesUp = active && !now.active && !machineHasPrimary
  return { isPrimary: active && (request.isPrimary ?? (now.isPrimary || wakesUp)), active }
}
