import { DOWN, OFFLINE, POWERED_OFF, RUNNING } from '../status/index.ts'
import { dataPct } from '../utilization/index.ts'
import type { summaryColumns } from './summary-columns.ts'

/** Sums over the machines that are now in a unit or in a unit below it. */
export interface UnitSums {
  /** Number of machines that are not archived, and of those of them that are running. */
  readonly machines: number
  readonly running: number
  /** Scheduled time of the excessive stops of all these machines, s, and the number of these stops. */
  readonly excessiveS: number
  readonly stops: number
}

export const NO_UNIT_SUMS: UnitSums = { machines: 0, running: 0, excessiveS: 0, stops: 0 }

/** Returns a sum of seconds, exact to the millisecond, without the noise of fractions. */
const sumOfSeconds = (...seconds: readonly number[]): number =>
  Math.round(seconds.reduce((sum, s) => sum + s, 0) * 1000) / 1000

/** Excessive stops of a machine with one reason: their number and their scheduled time (`s`, seconds). */
interface StopsOfReason {
  readonly stops: number
  readonly s: number
}

/** Returns the scheduled time (s) and the number of the excessive stops of a machine with all reasons. */
export const excessiveSums = (excessive: readonly StopsOfReason[]): Pick<UnitSums, 'excessiveS' | 'stops'> => ({
  excessiveS: sumOfSeconds(...excessive.map(({ s }) => s)),
  stops: excessive.reduce((sum, { stops }) => sum + stops, 0),
})

/** Machine of a summary as its units sum it up. */
interface SummedMachine extends Pick<UnitSums, 'excessiveS' | 'stops'> {
  readonly isArchived: boolean
  readonly status: number | null
}

/** Returns the sums of one machine. An archived one adds its stops only, as it is no machine of the unit any more. */
export const sumsOfMachine = ({ isArchived, status, excessiveS, stops }: SummedMachine): UnitSums => ({
  machines: isArchived ? 0 : 1,
  running: !isArchived && status === RUNNING ? 1 : 0,
  excessiveS,
  stops,
})

/** Returns the sums of two disjoint sets of machines together. */
export const addUnitSums = (a: UnitSums, b: UnitSums): UnitSums => ({
  machines: a.machines + b.machines,
  running: a.running + b.running,
  excessiveS: sumOfSeconds(a.excessiveS, b.excessiveS),
  stops: a.stops + b.stops,
})

/** Unit or machine of a summary with its figures over the period; names that end in `S` are seconds. */
interface SummaryItem {
  readonly name: string
  /** Utilization, percent; null: nothing was scheduled. */
  readonly utilPct: number | null
  readonly runS: number
  readonly scheduledS: number
  /** Scheduled time without data, s. */
  readonly offlineS: number
  readonly excessiveS: number
  readonly stops: number
}

/** Machine of a summary with its state; instants are epoch ms, null if there is none. */
interface MachineItem extends SummaryItem {
  /** Number of the status; null: the machine never sent anything. */
  readonly status: number | null
  readonly statusSince: number | null
  readonly isExcluded: boolean
  /** Name of the reason with the most excessive time; null: these stops have no reason, undefined: there are none. */
  readonly lostTo: string | null | undefined
  readonly lastCycleAt: number | null
  readonly exceptions: Iterable<string>
}

/**
 * Row of a summary as a file: the value of each column. Instants are ISO 8601, times in seconds. Null is a cell without a value;
 * `most_time_lost_to` is empty for stops without a reason.
 */
export type SummaryCells = Readonly<
  Record<Exclude<(typeof summaryColumns)[number], 'kind' | 'is_excluded' | 'exceptions'>, string | number | null>
> & { readonly kind: 'unit' | 'machine'; readonly is_excluded: boolean; readonly exceptions: readonly string[] }

const sumCells = (item: SummaryItem) => ({
  name: item.name,
  utilization_pct: item.utilPct,
  run_s: item.runS,
  scheduled_s: item.scheduledS,
  excessive_s: item.excessiveS,
  stops: item.stops,
  data_pct: dataPct({ scheduledMs: item.scheduledS * 1000, offlineScheduledMs: item.offlineS * 1000 }),
})

/** Returns the row of a unit; its status is the number of its machines that are running: `2 of 3 running`. */
export const unitCells = (unit: SummaryItem & UnitSums): SummaryCells => ({
  kind: 'unit',
  ...sumCells(unit),
  unit: null,
  status: `${unit.running} of ${unit.machines} running`,
  status_since: null,
  is_excluded: false,
  most_time_lost_to: null,
  last_cycle_at: null,
  exceptions: [],
})

const statusWords: Readonly<Record<number, string>> = {
  [RUNNING]: 'Running',
  [DOWN]: 'Down',
  [OFFLINE]: 'Offline',
  [POWERED_OFF]: 'Powered off',
}

const isoOf = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())

/** Returns the row of a machine that is in the unit with the name `unit`. */
export const machineCells = (machine: MachineItem, unit: string): SummaryCells => ({
  kind: 'machine',
  ...sumCells(machine),
  unit,
  status: statusWords[machine.status ?? 0] ?? 'No contact',
  status_since: isoOf(machine.statusSince),
  is_excluded: machine.isExcluded,
  most_time_lost_to: machine.lostTo === undefined ? null : (machine.lostTo ?? ''),
  last_cycle_at: isoOf(machine.lastCycleAt),
  exceptions: [...machine.exceptions],
})

/** Returns a value of a row as a cell of a CSV file: true and false as words, several exceptions joined by `;`. */
export function csvValue(value: SummaryCells[keyof SummaryCells] | undefined): string | number | null {
  if (typeof value === 'boolean') return String(value)
  return typeof value === 'object' && value !== null ? value.join(';') : (value ?? null)
}
