/** The four statuses as the wire numbers them, and what a machine is before anything was heard of it. */
export const STATUS = { running: 1, down: 2, offline: 3, poweredOff: 4 } as const

export type StatusKey = 'running' | 'down' | 'offline' | 'powered-off' | 'unknown'

const keys: readonly StatusKey[] = ['unknown', 'running', 'down', 'offline', 'powered-off']

export const statusKeys = ['running', 'down', 'offline', 'powered-off'] as const

export const statusKey = (statusId: number | null | undefined): StatusKey => keys[statusId ?? 0] ?? 'unknown'

export const statusText: Record<StatusKey, string> = {
  running: 'Running',
  down: 'Down',
  offline: 'Offline',
  'powered-off': 'Powered off',
  unknown: 'Never heard of',
}
