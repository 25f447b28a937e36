import type { KioskRule } from '@millwatch/domain/identity'

/** Rule for operations that a display may always do, whatever its page. */
export const anywhere: KioskRule = { about: [] }
/** Rule for calls about the machine in the path. */
export const ofMachine: KioskRule = { about: [{ at: 'params.id', is: 'equipment' }] }
/** Rule for calls about the machines in the query. */
export const ofMachines: KioskRule = { about: [{ at: 'query.ids', is: 'equipment' }] }
/** Rule for calls about the unit in the path. */
export const ofUnit: KioskRule = { about: [{ at: 'params.id', is: 'org_unit' }] }
/** Rule for calls about the units in the query. */
export const ofUnits: KioskRule = { about: [{ at: 'query.ids', is: 'org_unit' }] }
