/**
 * Records all that happened to one machine, in the order in which it became known, and computes its figures by the reference
 * model.
 */

import type { ReferenceSetup } from '../reference/inputs.ts'
import type { ReferenceMachine, ReferenceSettings } from '../reference/machine.ts'
import { referenceMarks } from '../reference/marks.ts'
import { type ReferenceRun, referenceRun } from '../reference/runs.ts'
import { type ReferenceEdit, type ReferenceFirst, type ReferencePlan, referenceShifts } from '../reference/shifts.ts'
import { referenceStatus } from '../reference/status.ts'
import type { ReferenceChange, ReferenceEvent, ReferenceFixed, ReferenceSet } from '../reference/status-data.ts'
import type { Sent } from './device-events.ts'

/**
 * Change of settings from an instant on; fields that are absent stay as they are. `maximumCycleMs` null means that the value is
 * computed.
 */
export type Changed = Partial<Omit<ReferenceSettings, 'from'>> & {
  readonly maximumCycleMs?: number | null
  readonly source?: ReferenceFixed['source']
}

const asMade = {
  active: true,
  excluded: false,
  cappedBySchedule: true,
  shortDowntimeCounts: false,
  thresholdMs: 2_100_000,
  hourlyRevenue: null,
  hourlyParts: null,
  maximumCycleMs: 300_000,
  source: null,
}

export class LivedMachine {
  readonly unit: number
  readonly events: ReferenceEvent[] = []
  readonly sent: Sent[] = []
  readonly primaries: ReferenceChange[] = []
  readonly setups: ReferenceSetup[] = []
  readonly plans: ReferencePlan[] = []
  readonly firsts: ReferenceFirst[] = []
  readonly edits: ReferenceEdit[] = []
  readonly runs: ReferenceRun[] = []
  readonly analogs: { readonly from: number; readonly scale: number; readonly offset: number }[] = []
  /** Changes of settings in the order in which people made them; `from` (epoch ms) may be in the past. */
  readonly changes: { readonly from: number; readonly change: Changed }[] = []

  constructor(unit: number) {
    this.unit = unit
  }

  /**
   * Returns the settings at an instant (epoch ms). Each field has the value of the change that was made last among those that
   * apply from `at` or earlier, else the value of a new machine.
   */
  #settingsAt(at: number): ReferenceSettings & { maximumCycleMs: number | null; source: ReferenceFixed['source'] } {
    const inForce = this.changes.filter(({ from }) => from <= at).map(({ change }) => change)
    return Object.assign({ from: at, unit: this.unit, ...asMade }, ...inForce)
  }

  settings(): ReturnType<LivedMachine['current']>[] {
    const edges = [0, ...this.changes.map(({ from }) => from)]
    return [...new Set(edges)].sort((a, b) => a - b).map((from) => this.#settingsAt(from))
  }

  current(at: number): ReferenceSettings & { maximumCycleMs: number | null; source: ReferenceFixed['source'] } {
    return this.#settingsAt(at)
  }

  set(): ReferenceSet {
    const settings = this.settings()
    return {
      events: this.events,
      changes: this.primaries,
      maxCycle: settings.map(({ from, maximumCycleMs }) => ({ from, ms: maximumCycleMs })),
      setups: this.setups,
      fixed: settings.map(({ from, source }) => ({ from, source })),
    }
  }

  /**
   * Records the first evidence of the machine as known from `now` on, if there is none recorded yet or if it has moved to an
   * earlier instant.
   */
  lookForFirst(now: number): void {
    const beganAt = referenceStatus(this.set(), now)[0]?.start
    if (beganAt === undefined || beganAt >= (this.firsts.at(-1)?.beganAt ?? Number.POSITIVE_INFINITY)) return
    this.firsts.push({ at: now, beganAt })
  }

  cycles(now: number) {
    return referenceMarks(this.set(), now).map(({ event, timeMs, startup, outlier }) => {
      return { at: event.at, count: event.count ?? 1, timeMs, startup, outlier }
    })
  }

  runsAt(now: number) {
    const cycles = this.cycles(now)
    return this.runs.map((run) => ({ ...referenceRun(run, cycles), run }))
  }

  reference(now: number): ReferenceMachine {
    return {
      intervals: referenceStatus(this.set(), now),
      rows: referenceShifts({ plans: this.plans, firsts: this.firsts, edits: this.edits }, now),
      settings: this.settings(),
      cycles: this.cycles(now),
      readings: this.sent.map(({ t, temperature_1, analog_in_1 }) => ({
        at: t,
        temperature: typeof temperature_1 === 'number' ? temperature_1 : null,
        analog: typeof analog_in_1 === 'number' ? this.#transformed(t, analog_in_1) : null,
      })),
      runs: this.runsAt(now).map(({ run, endedAt }) => ({
        startedAt: run.startedAt,
        endedAt,
        partsPerCycle: run.partsPerCycle,
      })),
    }
  }

  /**
   * Returns raw x scale + offset by the configuration that was made last among those that apply from `at` or earlier; the raw
   * value if there is none.
   */
  #transformed(at: number, raw: number): number {
    const config = this.analogs.findLast(({ from }) => from <= at)
    return config === undefined ? raw : raw * config.scale + config.offset
  }
}
