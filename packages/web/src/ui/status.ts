import { DOWN, OFFLINE, POWERED_OFF, RUNNING } from '@millwatch/domain/status'

/**
 * Name of a status in code and CSS; `unknown` for a machine whose device made no contact yet, or is silent (`isSilent`), so that
 * its status is not known.
 */
export type StatusKey = 'running' | 'down' | 'offline' | 'powered-off' | 'unknown'

const keys: Readonly<Record<number, StatusKey>> = {
  [RUNNING]: 'running',
  [DOWN]: 'down',
  [OFFLINE]: 'offline',
  [POWERED_OFF]: 'powered-off',
}

export const statusKeys = ['running', 'down', 'offline', 'powered-off'] as const

export const statusKey = (statusId: number | null | undefined): StatusKey => keys[statusId ?? 0] ?? 'unknown'

/**
 * Returns true when a machine is quiet: it does not run and is not scheduled now, so nobody has to go there. A machine without a
 * status is not quiet, since nothing is known about it.
 */
export const isQuiet = (status: StatusKey, isScheduled: boolean): boolean =>
  !isScheduled && status !== 'running' && status !== 'unknown'

/** Returns the words of a quiet machine: `Not scheduled · down`. */
export const quietText = (status: StatusKey): string => `${NOT_SCHEDULED} · ${statusText[status].toLowerCase()}`

/** Returns the words of a status: those of `quietText` for a quiet machine, else its name. */
export const stateText = (status: StatusKey, quiet: boolean): string => (quiet ? quietText(status) : statusText[status])

export const NOT_SCHEDULED = 'Not scheduled'

export const statusText: Record<StatusKey, string> = {
  running: 'Running',
  down: 'Down',
  offline: 'Offline',
  'powered-off': 'Powered off',
  unknown: 'No contact',
}
