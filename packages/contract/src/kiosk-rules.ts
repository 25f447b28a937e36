import type { KioskRule } from '@millwatch/domain/identity'

/** Rule for operations that every kiosk display may do, also if they concern none of the machines and units of its page. */
export const anywhere: KioskRule = { about: [] }
/** Rule for calls that a kiosk display may make only if the machine in the path (`id`) belongs to its page. */
export const ofMachine: KioskRule = { about: [{ at: 'params.id', kind: 'equipment' }] }
/** Rule for calls that a kiosk display may make only if all machines in the query (`ids`) belong to its page. */
export const ofMachines: KioskRule = { about: [{ at: 'query.ids', kind: 'equipment' }] }
/** Rule for calls that a kiosk display may make only if the unit in the path (`id`) belongs to its page. */
export const ofUnit: KioskRule = { about: [{ at: 'params.id', kind: 'org_unit' }] }
/** Rule for calls that a kiosk display may make only if all units in the query (`ids`) belong to its page. */
export const ofUnits: KioskRule = { about: [{ at: 'query.ids', kind: 'org_unit' }] }
