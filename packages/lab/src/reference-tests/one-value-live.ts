/**
 * Listens as a browser to machines and to the root unit during stories; compares its last messages with the answers for the
 * pages.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { Answer } from '@millwatch/contract/endpoint'
import type { getEquipment } from '@millwatch/contract/http/tree'
import type { InjectApp } from '../app/inject-app.ts'
import { type LiveClient, openLive } from '../app/live-client.ts'
import type { Compared } from './one-value-compare.ts'

export type ShownMachine = Answer<typeof getEquipment>['equip']
type Message = Readonly<Record<string, unknown>>

/**
 * Longest wait in ms until the messages match. Messages to rooms of units are delayed by up to 250 ms, and a busy machine takes
 * longer.
 */
const PATIENCE_MS = 8000
const EVERY_MS = 20

export class LiveListener {
  readonly #url: string
  readonly #rooms: readonly string[]
  #client: LiveClient | null = null

  private constructor(url: string, rooms: readonly string[]) {
    this.#url = url
    this.#rooms = rooms
  }

  static async open(test: InjectApp, token: string, rooms: readonly string[]): Promise<LiveListener> {
    const listener = new LiveListener(`http://127.0.0.1:${(await test.app.listen()).http}`, rooms)
    await listener.signInAgain(token)
    return listener
  }

  /**
   * Opens a new connection with a token and joins all rooms, because the old connection ends with its session. Messages received
   * earlier are dropped.
   */
  async signInAgain(token: string): Promise<void> {
    this.close()
    this.#client = await openLive(this.#url, { auth: { token } })
    for (const room of this.#rooms) await this.#client?.join(room)
  }

  close(): void {
    this.#client?.close()
    this.#client = null
  }

  /**
   * Compares the last status and the last run published in each room with those of the page, and repeats that for up to 8 s until
   * all match. A room without a message about the machine is left out.
   */
  async compare(page: ShownMachine): Promise<Compared> {
    const until = performance.now() + PATIENCE_MS
    for (;;) {
      const compared = this.#compareNow(page)
      if (compared.differences.length === 0 || performance.now() > until) return compared
      await wait(EVERY_MS)
    }
  }

  #compareNow(page: ShownMachine): Compared {
    const differences: string[] = []
    let values = 0
    for (const room of this.#rooms) {
      for (const [event, shown] of [['status', statusOf(page)] as const, ['run', runOf(page)] as const]) {
        const last = this.#lastOf(room, event, page.id)
        if (last === undefined) continue
        // A run is published when it begins, changes or ends; what it makes meanwhile comes as cycles.
        if (event === 'run' && this.#hasCyclesAfter(room, last)) continue
        values++
        const published = event === 'status' ? `${last.status} ${last.started_at}` : publishedRun(last)
        if (published !== shown) differences.push(`${event} in ${room}: ${published}; page ${shown}`)
      }
    }
    return { values, differences }
  }

  #hasCyclesAfter(room: string, run: Message): boolean {
    const messages = this.#client?.messagesOf(room) ?? []
    const place = messages.findIndex(({ message }) => message === run)
    return messages
      .slice(place + 1)
      .some(({ event, message }) => event === 'cycle' && message.equipment_id === run.equipment_id)
  }

  #lastOf(room: string, event: string, machineId: number): Message | undefined {
    const messages = this.#client?.messagesOf(room) ?? []
    return messages.findLast((each) => each.event === event && each.message.equipment_id === machineId)?.message
  }
}

const statusOf = ({ current_status }: ShownMachine) => `${current_status?.status} ${current_status?.started_at}`
const runOf = ({ current_run }: ShownMachine) =>
  current_run === null ? 'none' : `${current_run.id} ${current_run.cycles_current} of ${current_run.cycles_total}`
const publishedRun = (run: Message) =>
  run.ended_at === null ? `${run.run_id} ${run.cycles_current} of ${run.cycles_total}` : 'none'
