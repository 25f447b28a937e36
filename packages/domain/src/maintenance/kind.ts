/** Kind of maintenance by the amount that counts up to its next date: cycles, running time, or time of the calendar. */
export type MaintenanceKind = 'cycles' | 'runtime' | 'calendar'

const kinds: Readonly<Record<number, MaintenanceKind>> = { 5: 'cycles', 6: 'runtime', 7: 'calendar' }

/** Ids of the alarm types of preventative maintenance. */
export const maintenanceTypeIds: readonly number[] = Object.keys(kinds).map(Number)

/** Returns the kind of maintenance of alarm type 5 (`cycles`), 6 (`runtime`) or 7 (`calendar`); throws for every other type. */
export function maintenanceKindOf(typeId: number): MaintenanceKind {
  const kind = kinds[typeId]
  if (kind === undefined) throw new Error(`Alarm type ${typeId} is no maintenance`)
  return kind
}

/** Returns the first line of the notes of maintenance that is not blank, which is its name in lists; undefined: there is none. */
export const nameFromNotes = (notes: string): string | undefined =>
  notes
    .split('\n')
    .map((line) => line.trim())
    .find((line) => line !== '')
