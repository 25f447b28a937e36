/** Runs one story in one order of arrival, on machines of its own in the server. */
import { type DeviceEvent, settledEvents } from '../reference/several-devices.ts'
import { referenceEventOf, type Sent } from './device-events.ts'
import { type DeviceStory, TICKS } from './device-stories.ts'
import { type Site, StoryPeople } from './device-stories-people.ts'
import { type Batch, nameOf, planOf, type StoryPlan } from './device-stories-plan.ts'

/** Returns false for an event that the server puts into quarantine: the type `unheard-of`, the status `idle` or the count -1. */
const isReadable = ({ type, status, count }: Sent) => type !== 'unheard-of' && status !== 'idle' && count !== -1

export class StoryRun {
  readonly people: StoryPeople
  readonly #site: Site
  readonly #beganAt: number
  readonly #plan: StoryPlan
  readonly #arrived = new Set<string>()
  #waiting: Batch[] = []

  constructor(site: Site, story: DeviceStory, order: number, beganAt: number) {
    this.#site = site
    this.people = new StoryPeople(site)
    this.#plan = planOf(story, order)
    this.#beganAt = beganAt
  }

  /**
   * Runs a tick: first the step that changes devices or machines, then the arriving batches. In the tick `TICKS` all inactive
   * devices are activated. A batch of an inactive device waits for the next tick. Throws an error if a receipt is not as
   * expected.
   */
  async live(tick: number): Promise<void> {
    const step = this.#plan.changes.get(tick)
    if (step !== undefined) await this.people.change(step)
    if (tick === TICKS) await this.people.activateAll()
    const arriving = [...this.#waiting, ...(this.#plan.arrivals.get(tick) ?? [])]
    this.#waiting = []
    for (const batch of arriving) await this.#send(batch)
  }

  async #send(batch: Batch): Promise<void> {
    const device = this.people.devices[batch.device]
    // An inactive device is refused, and sends its batch again later.
    if (device === undefined || !device.isActive) {
      this.#waiting.push(batch)
      return
    }
    const events = batch.events.map((event) => this.#dated(event))
    const body = { batch_id: batch.batchId, sent_at: this.#site.test.clock.now(), events }
    const { authorization } = device
    const { status, text, json } = await this.#site.test.call('POST', '/v0/ingest', {
      headers: { authorization },
      body,
    })
    const isAgain = this.#arrived.has(batch.batchId)
    const readable = events.filter(isReadable).length
    const [duplicates, quarantined] = isAgain ? [events.length, 0] : [0, events.length - readable]
    const accepted = isAgain ? 0 : readable
    const expected = { status: 'success', accepted, duplicates, quarantined }
    if (status !== 200 || JSON.stringify(json) !== JSON.stringify(expected))
      throw new Error(`${nameOf(batch.device)}, batch ${batch.batchId}: ${text}, expected ${JSON.stringify(expected)}`)
    if (isAgain) return
    this.#arrived.add(batch.batchId)
    this.people.taken.push({ kind: 'batch', events: takenOf(batch, events) })
  }

  #dated(event: Batch['events'][number]): Sent {
    const since = 'since' in event ? { since: this.#beganAt + Number(event.since) } : {}
    return { ...event, ...since, t: this.#beganAt + event.t } as unknown as Sent
  }

  /**
   * Returns a sorted line for every taken event with its device, batch, position and machine, as the reference model assigns it.
   */
  settledText(): string {
    const named = settledEvents(this.people.taken).map(({ device, batchId, position, machine }) =>
      [device, batchId, position, machine].join(' '),
    )
    return named.sort().join('\n')
  }
}

/**
 * Returns the readable events of a batch in the form of the reference model, with their device and readings. Each keeps its
 * position in the batch; a missing reading is null.
 */
function takenOf({ device, batchId }: Batch, events: readonly Sent[]): DeviceEvent[] {
  return events.flatMap((event, position) => {
    if (!isReadable(event)) return []
    const readings = { temperature: numberOf(event.temperature_1), analog: numberOf(event.analog_in_1) }
    return [{ ...referenceEventOf(batchId, position, event), device: nameOf(device), ...readings }]
  })
}

const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)
