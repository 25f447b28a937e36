import type { ChangedMessage } from '@millwatch/contract/live'

/** Pattern of query keys: their first parts, of which null matches any value at its place. */
export type KeyPattern = readonly (string | number | null)[]

type Keys = (change: ChangedMessage) => readonly KeyPattern[]

const eachMachine =
  (...names: readonly string[]): Keys =>
  ({ equipment_ids }) =>
    equipment_ids.flatMap((id) => names.map((name) => [name, id]))

/**
 * Returns the patterns of previews of machines on the pages of units; their keys have the unit at the second place and the
 * machine at the third.
 */
const previews: Keys = ({ equipment_ids }) => equipment_ids.map((id) => ['previews', null, id])

const every =
  (...names: readonly string[]): Keys =>
  () =>
    names.map((name) => [name])

const together =
  (...parts: readonly Keys[]): Keys =>
  (change) =>
    parts.flatMap((part) => part(change))

const ofMachine = eachMachine('machine', 'machine-data', 'report-status', 'alarm-limit')
/** Returns the pattern of all reports of excessive downtime, as each may have the stops of all machines under a unit. */
const downtime = every('downtime')
const downtimeAndHours = every('downtime', 'downtime-figures')
const ofRuns = together(ofMachine, eachMachine('report-data'), every('report-runs'), downtime)
const setUp = eachMachine('machine-facts', 'machine-devices')
const intervals: Keys = ({ id }) => [id === null ? ['interval'] : ['interval', id]]
const ofShifts = every('lost-time', 'shift-history')
/** Returns the patterns of all queries of alarms, of any machine. */
const ofAlarms = every('alarm-summary', 'tripped-machines', 'alarms', 'own-alarms', 'alarm-history', 'maintenance')
const inTree = together(every('company', 'unit', 'machines', 'scheduled', 'report-runs'), ofShifts, downtimeAndHours)

/**
 * Functions by kind of fact that return the patterns of the queries which show its subject; quick queries first, since a browser
 * sends few requests at once.
 */
const queriesByFact: Readonly<Record<ChangedMessage['fact'], Keys>> = {
  'stop.annotated': together(downtime, intervals, ofMachine, previews, every('summary', 'reliability')),
  'run.started': ofRuns,
  'run.changed': ofRuns,
  'run.ended': ofRuns,
  'schedule.changed': together(
    every('scheduled', 'company', 'unit', 'tree-figures', 'summary'),
    ofShifts,
    ofMachine,
    downtimeAndHours,
  ),
  'shift.edited': together(
    ofMachine,
    previews,
    eachMachine('restatements'),
    every('unit', 'tree-figures', 'interval', 'explained', 'summary'),
    ofShifts,
    downtimeAndHours,
  ),
  'shift.locked': eachMachine('machine'),
  'shift.unlocked': eachMachine('machine'),
  'setting.changed': together(
    setUp,
    ofMachine,
    every('unit', 'tree-figures', 'lost-time', 'summary', 'reliability', 'alarms'),
    downtimeAndHours,
  ),
  'tree.changed': together(
    setUp,
    inTree,
    ofMachine,
    every('tree-figures', 'kiosks', 'tags', 'reasons', 'parts', 'report-parts', 'summary', 'reliability'),
    ofAlarms,
  ),
  'device.changed': together(every('devices'), setUp, eachMachine('quarantine', 'report-data'), ofMachine),
  'quarantine.changed': eachMachine('quarantine', 'machine-devices'),
  // Alarms switch the outputs of devices.
  'alarm.changed': together(ofAlarms, () => [['devices', 'page']]),
  'part_history.changed': together(downtime, intervals, ofAlarms, every('report-parts', 'report-status')),
  'part.changed': together(every('parts', 'report-parts', 'report-status'), downtime, intervals, ofAlarms),
  'reason.changed': every(
    'reasons',
    'interval',
    'machine',
    'machine-data',
    'previews',
    'report-status',
    'summary',
    'reliability',
    'downtime',
  ),
  'tag.changed': every('tags', 'machine', 'unit', 'report-runs'),
  'template.changed': every('schedule-templates'),
  'list.changed': every('equipment-lists', 'machine-facts'),
  // Alarms name their limits in the units of the company.
  'company.changed': together(every('company', 'user', 'addins', 'kiosk'), ofAlarms),
  'addin.changed': every('addins'),
  'group.changed': together(every('groups', 'rosters'), ofAlarms),
  'kiosk.changed': every('kiosks'),
  'api_key.changed': every('api-keys'),
  'webhook.changed': every('webhooks', 'webhook-deliveries'),
  'member.changed': together(every('members', 'groups'), ofAlarms, ({ room }) =>
    room.startsWith('user:') ? [['user'], ['sessions'], ['second-factor']] : [],
  ),
  'notification.published': every('notifications'),
}

/** Returns the patterns of the queries that show the subject of a change, and that of the audit log, which shows every change. */
export const keysOfChange = (change: ChangedMessage): readonly KeyPattern[] => [
  ...queriesByFact[change.fact](change),
  ['audit'],
]

/** Returns true if a query key begins with the pattern; null in the pattern matches any part. */
export const matches = (pattern: KeyPattern, queryKey: readonly unknown[]): boolean =>
  pattern.every((part, place) => part === null || part === queryKey[place])

/**
 * First parts of the keys of queries that are read again each time the room of the company is joined, because messages may
 * have been missed.
 */
export const readOnJoin: ReadonlySet<unknown> = new Set([
  'scheduled',
  'schedule-templates',
  'machine-facts',
  'equipment-lists',
  'devices',
  'machines',
  'quarantine',
  'interval',
  'downtime',
  'downtime-figures',
  'lost-time',
  'shift-history',
  'restatements',
  'summary',
  'reliability',
  'reasons',
  'report-runs',
  'report-status',
  'tags',
  'parts',
  'report-parts',
  'rosters',
  'groups',
  'members',
  'kiosks',
  'api-keys',
  'webhooks',
  'webhook-deliveries',
  'addins',
  'notifications',
  'alarms',
  'alarm-summary',
  'tripped-machines',
  'alarm-history',
  'own-alarms',
  'maintenance',
  'audit',
])
