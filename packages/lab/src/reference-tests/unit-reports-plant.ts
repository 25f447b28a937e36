/**
 * Plays tapes to a plant with shifts, changes and edits its past, and adds what people write: runs with tags, reasons in groups,
 * ignored stops, and work on parts.
 */
import { createPart, createPartHistory } from '@millwatch/contract/http/parts'
import { downtimeFields, downtimeOfOrgUnit } from '@millwatch/contract/http/reports'
import { startRun } from '@millwatch/contract/http/runs'
import { createTag } from '@millwatch/contract/http/runs-tags'
import { annotateStop } from '@millwatch/contract/http/stops'
import { createReason, updateReason } from '@millwatch/contract/http/stops-reasons'
import { type Random, randomFrom, seedOf } from '@millwatch/simulator/base/random'
import { type ReferenceRun, referenceRun } from '../reference/runs.ts'
import { iso, Plant, type PlayedTape, type Tape } from './recorded-plant.ts'

const HOUR_MS = 3_600_000
const actions = ['replace', 'inspect', 'clean'] as const

interface WrittenReason {
  readonly id: number
  readonly name: string
  readonly group: string | null
}

/** Reason and mark that people gave to a stop; `reason` is null if no reason was given. */
export interface WrittenNote {
  readonly reason: WrittenReason | null
  readonly isIgnored: boolean
}

export interface WrittenPart {
  readonly id: number
  readonly partId: number
  readonly machineId: number
  readonly action: string
  readonly qty: number
  readonly at: number
}

interface TaggedSpan {
  readonly startedAt: number
  readonly endedAt: number | null
  readonly tags: readonly number[]
}

export interface WrittenMachine extends PlayedTape {
  readonly name: string
  readonly runs: readonly TaggedSpan[]
}

/**
 * Plant with all that people wrote in it. `notes` are by the id of the machine and the start of the stop in epoch ms, separated
 * by a space.
 */
export interface WrittenPlant {
  readonly plant: Plant
  readonly from: number
  readonly machines: readonly WrittenMachine[]
  readonly tagNames: ReadonlyMap<number, string>
  readonly notes: ReadonlyMap<string, WrittenNote>
  readonly partIds: readonly number[]
  readonly partHistory: readonly WrittenPart[]
}

/**
 * Opens a plant, plays tapes to it, starts runs, and writes reasons and work on parts on its excessive stops. The caller must
 * close `plant`.
 */
export async function writtenPlant(tapes: readonly Tape[], thresholdMs?: number): Promise<WrittenPlant> {
  const from = Math.min(...tapes.map(({ firstAt }) => firstAt))
  const lastAt = Math.max(...tapes.map((tape) => Math.max(tape.lastAt, tape.firstAt + 40 * HOUR_MS)))
  const plant = await Plant.open(lastAt + 17 * 60_000)
  const random = randomFrom(seedOf('unit reports', tapes[0]?.name ?? ''))
  const tagNames = new Map<number, string>()
  for (const name of ['AX-117', 'BX-20', 'Night order']) {
    const { tag } = await plant.test.ask(createTag, { token: plant.token, body: { name } })
    tagNames.set(tag.id, name)
  }
  const machines: WrittenMachine[] = []
  for (const tape of tapes) {
    const played = await plant.play(tape, thresholdMs)
    machines.push({ ...played, name: tape.name, runs: await makeRuns(plant, tape, played, [...tagNames.keys()]) })
  }
  const { notes, partIds, partHistory } = await writeOnStops(plant, from, random)
  return { plant, from, machines, tagNames, notes, partIds, partHistory }
}

/**
 * Starts up to two runs of a machine from past instants on and returns them with their tags: a run that ends by its count, if
 * more than 10 cycles follow the first tenth of the tape, and after it a run that stays open.
 */
async function makeRuns(
  { test, token }: Plant,
  { firstAt, lastAt }: Tape,
  { id, reference }: PlayedTape,
  [first = 0, second = 0, third = 0]: readonly number[],
): Promise<TaggedSpan[]> {
  const at = (share: number): number => Math.floor(firstAt + (lastAt - firstAt) * share)
  const runs: TaggedSpan[] = []
  const start = async (startedAt: number, tags: number[], cyclesTotal: number | null): Promise<void> => {
    const plan = { cyclesTotal, partsPerCycle: 1 }
    await test.ask(startRun, { token, body: { equipId: id, tags, startedAt: iso(startedAt), ...plan } })
    const run: ReferenceRun = { ...plan, startedAt, endedByPersonAt: null, allowOverrun: cyclesTotal === null }
    runs.push({ startedAt, tags, endedAt: referenceRun(run, reference.cycles).endedAt })
  }
  const cycles = reference.cycles.filter((cycle) => cycle.at > at(0.1)).reduce((sum, { count }) => sum + count, 0)
  if (cycles > 10) await start(at(0.1), [first], Math.floor(cycles / 3))
  const endedAt = runs[0]?.endedAt ?? at(0.4)
  await start(Math.max(endedAt, at(0.4)) + 1, [second, third], null)
  return runs
}

async function writeOnStops(plant: Plant, from: number, random: Random) {
  const { test, superuserToken: token, rootId, now } = plant
  const reasons: WrittenReason[] = []
  for (const [name, group] of [
    ['Jam', 'Mechanical'],
    ['Tool broke', 'Mechanical'],
    ['No order', 'Planning'],
    ['Cleaning', null],
  ] as const) {
    const body = { reason: name, groupName: group }
    reasons.push({ id: (await test.ask(createReason, { token, body })).reason.id, name, group })
  }
  const partIds: number[] = []
  for (const number of ['P-10', 'P-9', 'P-1'])
    partIds.push((await test.ask(createPart, { token, body: { number } })).part.id)
  const notes = new Map<string, WrittenNote>()
  const partHistory: WrittenPart[] = []
  const query = { startDate: iso(from), endDate: iso(now) }
  const { data } = await test.ask(downtimeOfOrgUnit, { token, params: { id: rootId }, query })
  for (const row of data) {
    const field = (name: (typeof downtimeFields)[number]) => row[downtimeFields.indexOf(name)]
    const [id, machineId, startedAt] = [Number(field('id')), Number(field('equipment_id')), Number(field('started_at'))]
    const write = (body: object) => test.ask(annotateStop, { token, params: { id }, body })
    const reason = reasons[Math.floor(random() * 6)] ?? null
    const isIgnored = random() < 0.15
    if (reason !== null) await write({ status_reason_id: reason.id })
    if (isIgnored) await write({ xsf_report_ignored: true })
    notes.set(`${machineId} ${Math.round(startedAt * 1000)}`, { reason, isIgnored })
    const partId = partIds[Math.floor(random() * 5)]
    const action = actions[Math.floor(random() * actions.length)]
    if (partId === undefined || action === undefined) continue
    const qty = 1 + Math.floor(random() * 3)
    const at = Math.round(startedAt * 1000) + 1000
    const body = { equipId: machineId, partId, action, qty, statusLogId: id, createdAt: iso(at) }
    const { history } = await test.ask(createPartHistory, { token, body })
    partHistory.push({ id: history.id, partId, machineId, action, qty, at })
  }
  // A reason that is no longer offered stays on the stops that have it.
  await test.ask(updateReason, { token, params: { id: reasons[0]?.id ?? 0 }, body: { active: false } })
  return { notes, partIds, partHistory }
}
