import { DOWN, OFFLINE, POWERED_OFF, RUNNING } from '@millwatch/domain/status'

/** Name of a status in code and CSS; `unknown` for a machine that has never sent anything. */
export type StatusKey = 'running' | 'down' | 'offline' | 'powered-off' | 'unknown'

const keys: Readonly<Record<number, StatusKey>> = {
  [RUNNING]: 'running',
  [DOWN]: 'down',
  [OFFLINE]: 'offline',
  [POWERED_OFF]: 'powered-off',
}

export const statusKeys = ['running', 'down', 'offline', 'powered-off'] as const

export const statusKey = (statusId: number | null | undefined): StatusKey => keys[statusId ?? 0] ?? 'unknown'

export const statusText: Record<StatusKey, string> = {
  running: 'Running',
  down: 'Down',
  offline: 'Offline',
  'powered-off': 'Powered off',
  unknown: 'No contact yet',
}
