/** The orders in which batches of a story arrive, and the story as text. */

import { dice } from './device-events.ts'
import {
  type DeviceMessage,
  type DeviceStory,
  eventsOf,
  type SayStep,
  type Step,
  TICK_MS,
  TICKS,
} from './device-stories.ts'

/** Orders in which the batches of a story arrive, by index. In the reverse order the batch of the last step arrives first. */
export const ORDERS = ['in the order of the steps', 'reversed', 'at random'] as const

export interface Batch {
  readonly device: number
  readonly batchId: string
  readonly events: readonly (DeviceMessage & { readonly t: number })[]
}

export interface StoryPlan {
  /** Steps that change devices or machines, by the tick (index) at which they happen. */
  readonly changes: ReadonlyMap<number, Step>
  /** Batches that arrive, by tick, in the order of arrival within the tick. */
  readonly arrivals: ReadonlyMap<number, readonly Batch[]>
}

const MAX_DEVICES = 4
const AHEAD_MS = 300_000
/** Beginnings of batch ids by device, whose alphabetical order differs from that of the devices and whose lengths differ. */
const batchNames = ['b', 'a', 'ab', 'é'] as const

/**
 * Returns the changes of a story by tick, and the arrivals of its batches by tick in an order (an index of `ORDERS`). No batch
 * arrives before its device exists or while its last event is too far ahead of the server's clock. A fifth and further device is
 * not added.
 */
export function planOf({ steps, seed }: DeviceStory, order: number): StoryPlan {
  const roll = dice(seed * ORDERS.length + order)
  const changes = new Map<number, Step>()
  const sent: { readonly batch: Batch; readonly tick: number; readonly rank: number }[] = []
  const addedAt: number[] = []
  for (const [tick, step] of steps.entries()) {
    if (step.kind !== 'say') {
      if (step.kind === 'add' && addedAt.length < MAX_DEVICES) addedAt.push(tick)
      else if (step.kind === 'add') continue
      changes.set(tick, step)
      continue
    }
    const device = step.device % addedAt.length
    const events = eventsOf(step)
    const batch = { device, batchId: `${batchNames[device % batchNames.length]}${tick}`, events }
    const earliest = Math.max(addedAt[device] ?? 0, earliestTick(events))
    const random = earliest + Math.floor(roll() * (TICKS - earliest))
    const arrival = [Math.max(tick, earliest), Math.max(TICKS - 1 - tick, earliest), random][order] ?? random
    const rank = order === 0 ? tick : order === 1 ? -tick : roll()
    sent.push({ batch, tick: arrival, rank })
    const again = arrival + Math.floor(roll() * (TICKS - arrival))
    if (step.isRepeated) sent.push({ batch, tick: again, rank: rank + 0.5 })
  }
  sent.sort((a, b) => a.rank - b.rank)
  return {
    changes,
    arrivals: new Map(
      [...Map.groupBy(sent, ({ tick }) => tick)].map(([tick, all]) => [tick, all.map(({ batch }) => batch)]),
    ),
  }
}

function earliestTick(events: Batch['events']): number {
  const last = Math.max(...events.map(({ t }) => t))
  return Math.max(0, Math.min(TICKS - 1, Math.ceil((last - AHEAD_MS) / TICK_MS) - 1))
}

/**
 * Returns a story as text, with a line for each step; minutes count from the begin of the story. Of more than 12 events in a
 * batch only the first 12 are listed.
 */
export function storyText(story: DeviceStory): string {
  let devices = 0
  const lines = story.steps.map((step, tick) => {
    const at = `at ${minutes((tick + 1) * TICK_MS)}`
    if (step.kind === 'add' && devices < MAX_DEVICES) return `${at}: ${addText(step, nameOf(devices++))}`
    if (step.kind === 'add') return `${at}: nothing`
    if (step.kind === 'say') return `${at}: ${sayText(step, nameOf(step.device % devices), tick)}`
    const { kind, ...fields } = step
    const device = 'device' in step ? `${nameOf(step.device % devices)} ` : ''
    const { device: _, ...rest } = { device: 0, ...fields }
    return `${at}: ${device}${kind} ${JSON.stringify(rest)}`
  })
  return [`${story.machines} machine(s), orders by seed ${story.seed}`, ...lines].join('\n')
}

export const nameOf = (device: number): string => 'ABCD'[device] ?? '?'

const minutes = (ms: number): string => `${ms < 0 ? '-' : '+'}${Math.abs(ms) / 60_000} min`

function addText({ machine, primary, backMin, setup }: Extract<Step, { kind: 'add' }>, name: string): string {
  const since = backMin === null ? '' : `, from ${backMin} min before`
  const inputs = setup === 'none' ? '' : `, input set-up ${setup}`
  return `${name} is added to machine ${machine} as ${primary ? 'primary' : 'other'}${since}${inputs}`
}

function sayText(step: SayStep, name: string, tick: number): string {
  const events = eventsOf(step).map(({ t, ...message }) => `${minutes(t)} ${JSON.stringify(message)}`)
  const shown = events.length > 12 ? [...events.slice(0, 12), `and ${events.length - 12} more`] : events
  return `${name} sends batch ${tick}${step.isRepeated ? ' twice' : ''}: ${shown.join('; ')}`
}
