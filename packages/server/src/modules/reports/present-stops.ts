import type { DowntimeRow } from '@millwatch/contract/http/reports'
import { type SettingsFrom, settingsAt } from '@millwatch/domain/tree'
import type { Static } from 'typebox'
import { type Constant, constantOf, type JsonBytes } from '../../platform/http/json-bytes.ts'
import { type PartsOnStops, presentPartOfStop } from '../parts/index.ts'
import type { RunRow } from '../runs/index.ts'
import type { NotesOfMachine } from '../stops/index.ts'
import { type PackedStops, packed } from '../utilization/index.ts'

/** Machine in the report of excessive downtime, with the data that its rows contain (undefined: none). */
export interface MachineOfStops {
  readonly equipmentId: number
  readonly name: string
  readonly settings: readonly SettingsFrom[]
  readonly notes: NotesOfMachine | undefined
  readonly parts: PartsOnStops | undefined
  /** Runs in any order. */
  readonly runs: readonly RunRow[]
}

const comma = constantOf(',')
const bracket = constantOf('[')
const isEnded = constantOf(',false,')
const isOpen = constantOf('null,true,')

/**
 * Writer of the rows of one machine in the report of excessive downtime, in the order of `downtimeFields`; stops must come by
 * start. For speed, only annotations, parts and tags become texts, which most stops do not have.
 */
export class StopWriter {
  readonly #machine: MachineOfStops
  readonly #now: number
  readonly #head: Constant
  /**
   * End of a row without annotation, parts and tags; null: the threshold changed over time, so it depends on the start of the
   * stop.
   */
  readonly #plain: Constant | null
  /** Tagged runs by start; those before index `#first` ended before the last written stop began. */
  readonly #runs: readonly RunRow[]
  #first = 0

  /** Prepares the writer; open stops and runs last up to `now` (epoch ms). */
  constructor(machine: MachineOfStops, now: number) {
    this.#machine = machine
    this.#now = now
    this.#head = constantOf(`,${machine.equipmentId},${JSON.stringify(machine.name)},2,`)
    const [threshold, ...others] = new Set(machine.settings.map((from) => from.excessiveDowntimeThresholdMs))
    this.#plain =
      threshold === undefined || others.length > 0
        ? null
        : constantOf(`,null,null,null,[],[],false,${JSON.stringify(threshold / 1000)}]`)
    this.#runs = machine.runs.filter((run) => run.tags.length > 0).sort((a, b) => a.startedAt - b.startedAt)
  }

  /** Writes the row of the stop that begins at index `at` of `stops`. */
  write(out: JsonBytes, stops: PackedStops, at: number): void {
    const startedAt = stops[at + packed.startedAt] as number
    const endedAt = stops[at + packed.endedAt] as number
    const end = Number.isNaN(endedAt) ? this.#now : endedAt
    out.constant(bracket)
    out.integer(stops[at + packed.intervalId] as number)
    out.constant(this.#head)
    out.seconds(startedAt)
    out.constant(comma)
    if (Number.isNaN(endedAt)) out.constant(isOpen)
    else {
      out.seconds(endedAt)
      out.constant(isEnded)
    }
    out.seconds(end - startedAt)
    out.constant(comma)
    out.seconds(stops[at + packed.scheduledMs] as number)
    const { notes, parts } = this.#machine
    const note = notes?.onStops.get(startedAt)
    const onStop = parts?.get(startedAt)
    const tags = this.#runs.length === 0 ? none : this.#tagsOf(startedAt, end)
    if (this.#plain !== null && note === undefined && onStop === undefined && tags.length === 0)
      out.constant(this.#plain)
    else out.text(this.#written(startedAt, note, onStop, tags))
  }

  /** Returns the end of a row, after the scheduled time, as JSON text with a comma before it and the closing bracket. */
  #written(
    startedAt: number,
    note: ReturnType<NotesOfMachine['onStops']['get']>,
    parts: ReturnType<PartsOnStops['get']>,
    tags: readonly number[],
  ): string {
    const rest: Rest = [
      note?.reasonId ?? null,
      note?.reason ?? null,
      note?.notes ?? null,
      [...tags],
      parts === undefined ? [] : parts.map(presentPartOfStop),
      note?.ignored ?? false,
      settingsAt(this.#machine.settings, startedAt).excessiveDowntimeThresholdMs / 1000,
    ]
    return `,${JSON.stringify(rest).slice(1)}`
  }

  /** Returns the ids of the tags of the runs that touch a stop, ascending; an open run lasts up to now. */
  #tagsOf(from: number, to: number): readonly number[] {
    const runs = this.#runs
    const endOf = (run: RunRow) => run.endedAt ?? this.#now
    while (this.#first < runs.length && endOf(runs[this.#first] as RunRow) <= from) this.#first++
    const tags = new Set<number>()
    for (let i = this.#first; i < runs.length; i++) {
      const run = runs[i] as RunRow
      if (run.startedAt >= to) break
      if (endOf(run) > from) for (const { id } of run.tags) tags.add(id)
    }
    return tags.size === 0 ? none : [...tags].sort((a, b) => a - b)
  }
}

/** Type of the fields of a row after the scheduled time. */
type Rest =
  Static<typeof DowntimeRow> extends [
    ...[unknown, unknown, unknown, unknown, unknown, unknown, unknown, unknown, unknown],
    ...infer R,
  ]
    ? R
    : never

const none: readonly number[] = []
