/** A browser that listens to machines and to the root while stories happen: its last messages say what the pages say. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Answer } from '@millwatch/contract/endpoint'
import type { getEquipment } from '@millwatch/contract/http/tree'
import type { InjectApp } from '../testing/inject-app.ts'
import { type LiveClient, openLive } from '../testing/live-client.ts'
import type { Compared } from './one-value-compare.testing.ts'

export type ShownMachine = Answer<typeof getEquipment>['equip']
type Message = Readonly<Record<string, unknown>>

/** Messages to rooms of units are held back for up to 250 ms; a busy machine takes longer. */
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

  /** The connection ends with the session; whatever came before is forgotten. */
  async signInAgain(token: string): Promise<void> {
    this.close()
    this.#client = await openLive(this.#url, { auth: { token } })
    for (const room of this.#rooms) await this.#client?.join(room)
  }

  close(): void {
    this.#client?.close()
    this.#client = null
  }

  /** Compares the last status and run that were published with those of the page, in every room that has heard of the machine. */
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
        values++
        const published = event === 'status' ? `${last.status} ${last.started_at}` : publishedRun(last)
        if (published !== shown) differences.push(`${event} in ${room}: ${published}; page ${shown}`)
      }
    }
    return { values, differences }
  }

  #lastOf(room: string, event: string, machineId: number): Message | undefined {
    const heard = this.#client?.heard(room) ?? []
    return heard.findLast((each) => each.event === event && each.message.equipment_id === machineId)?.message
  }
}

const statusOf = ({ current_status }: ShownMachine) => `${current_status?.status} ${current_status?.started_at}`
const runOf = ({ current_run }: ShownMachine) =>
  current_run === null ? 'none' : `${current_run.id} ${current_run.cycles_current} of ${current_run.cycles_total}`
const publishedRun = (run: Message) =>
  run.ended_at === null ? `${run.run_id} ${run.cycles_current} of ${run.cycles_total}` : 'none'
