/** How a device takes part: whether what it says is taken at all, and whether it decides its machine's status. */
export interface DeviceRole {
  readonly isPrimary: boolean
  readonly active: boolean
}

/** What a person asks for; what is left out is not asked for. */
export interface AskedRole {
  readonly isPrimary?: boolean | undefined
  readonly active?: boolean | undefined
}

/**
 * The role of a device that is put on a machine: the first device of a machine is its primary and any is active unless
 * said otherwise; primary forces active, inactive forces not primary (specification 2, section 4).
 */
export function roleWhenPut(asked: AskedRole, isFirst: boolean): DeviceRole {
  if (asked.isPrimary === true) return { isPrimary: true, active: true }
  const active = asked.active ?? true
  return { isPrimary: active && (asked.isPrimary ?? isFirst), active }
}

/**
 * The role of a device on its machine after a change: primary forces active, inactive forces not primary. One that is
 * made active on a machine without a primary becomes its primary unless said otherwise, like the first one put there.
 */
export function roleWhenChanged(now: DeviceRole, asked: AskedRole, machineHasPrimary: boolean): DeviceRole {
  if (asked.isPrimary === true) return { isPrimary: true, active: true }
  const active = asked.active ?? now.active
  const wakesUp = active && !now.active && !machineHasPrimary
  return { isPrimary: active && (asked.isPrimary ?? (now.isPrimary || wakesUp)), active }
}
