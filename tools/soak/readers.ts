import { setTimeout as delay } from 'node:timers/promises'
import { LIVE_PATH, roomOfEquipment, roomOfOrgUnit } from '@millwatch/contract/live'
import type { Company } from '@millwatch/lab/product/company'
import type { Product } from '@millwatch/lab/product/product'
import { io, type Socket } from 'socket.io-client'
import { quantile } from '../../bench/lib/figures.ts'

const BROWSERS = 5
const BETWEEN_PAGES_MS = 3000
const BETWEEN_REPORTS_MS = 5000
const READ_WITHIN_MS = 120_000
const PERIOD_MS = 8 * 3_600_000
const MOST_TEXTS = 5

export interface ReadPlaces {
  readonly rootUnitId: number
  readonly halls: readonly number[]
  readonly machines: readonly number[]
}

/**
 * Numbers and times of the answers to pages and reports. `away` are those during faults (no answer, 502, 503), `refused` those
 * for too much at once (413, 429), `hints` the live messages. Times are of successful answers.
 */
export interface ReadFigures {
  readonly pages: number
  readonly reports: number
  readonly refused: number
  readonly away: number
  readonly hints: number
  readonly pageP50Ms: number
  readonly pageP99Ms: number
  readonly reportP50Ms: number
  readonly reportP99Ms: number
}

/**
 * People at browsers, from the construction until `stop`: sockets that receive live hints, the calls of pages, and reports that
 * are read again and again.
 */
export class Readers {
  readonly failures: string[] = []
  readonly #company: Company
  readonly #product: Product
  readonly #places: ReadPlaces
  readonly #sockets: readonly Socket[]
  readonly #working: Promise<unknown>
  readonly #stopping = new AbortController()
  readonly #ms = { page: [] as number[], report: [] as number[] }
  #refused = 0
  #away = 0
  #hints = 0

  constructor(product: Product, company: Company, places: ReadPlaces) {
    this.#company = company
    this.#product = product
    this.#places = places
    this.#sockets = Array.from({ length: BROWSERS }, (_, n) => this.#socket(n))
    this.#working = Promise.all([
      ...this.#sockets.map((_, n) => this.#loop(() => this.#page(n), BETWEEN_PAGES_MS)),
      this.#loop((turn) => this.#report(turn), BETWEEN_REPORTS_MS),
    ])
  }

  /** Closes the connections of the sockets at once. The sockets connect again by themselves, as in a browser. */
  cut(): void {
    for (const socket of this.#sockets) socket.io.engine.close()
  }

  async stop(): Promise<ReadFigures> {
    this.#stopping.abort()
    for (const socket of this.#sockets) socket.disconnect()
    await this.#working
    const { page, report } = this.#ms
    const of99 = (times: readonly number[], part: number) =>
      times.length === 0 ? 0 : Math.round(quantile(times, part))
    return {
      ...{ pages: page.length, reports: report.length, refused: this.#refused, away: this.#away, hints: this.#hints },
      ...{ pageP50Ms: of99(page, 0.5), pageP99Ms: of99(page, 0.99) },
      ...{ reportP50Ms: of99(report, 0.5), reportP99Ms: of99(report, 0.99) },
    }
  }

  #socket(n: number): Socket {
    const socket = io(this.#product.url, {
      ...{ path: LIVE_PATH, transports: ['websocket'], forceNew: true, auth: { token: this.#company.token } },
    })
    socket.on('connected', () => {
      socket.emit('join', { room: roomOfOrgUnit(this.#hall(n)) })
      socket.emit('join', { room: roomOfEquipment(this.#machine(n)) })
    })
    socket.onAny((event: string) => {
      if (!['connected', 'joined', 'left', 'refused'].includes(event)) this.#hints++
    })
    return socket
  }

  #hall(n: number): number {
    return this.#places.halls[n % this.#places.halls.length] ?? 0
  }

  #machine(n: number): number {
    return this.#places.machines[n % this.#places.machines.length] ?? 0
  }

  async #loop(work: (turn: number) => Promise<void>, pauseMs: number): Promise<void> {
    const { signal } = this.#stopping
    for (let turn = 0; !signal.aborted; turn++) {
      await work(turn)
      await delay(pauseMs, undefined, { signal }).catch(() => undefined)
    }
  }

  /** Sends the calls of a browser that opens a unit and a machine, one after the other. */
  async #page(n: number): Promise<void> {
    for (const path of ['/v0/company', `/v0/o/${this.#hall(n)}`, `/v0/e/${this.#machine(n)}`])
      await this.#read('page', path)
    await this.#read('page', `/v0/e/${this.#machine(n)}/reports/status?${period()}`)
  }

  /** Reads three reports of a hall, or of the whole company every fourth turn, and the raw data of a machine as a file. */
  async #report(turn: number): Promise<void> {
    const unit = turn % 4 === 0 ? this.#places.rootUnitId : this.#hall(turn)
    for (const name of ['summary', 'xsfdt', 'status'])
      await this.#read('report', `/v0/o/${unit}/reports/${name}?${period()}`)
    await this.#read('report', `/v0/e/${this.#machine(turn)}/data/raw/export?${period()}`)
  }

  async #read(kind: 'page' | 'report', path: string): Promise<void> {
    const began = performance.now()
    try {
      const signal = AbortSignal.any([this.#stopping.signal, AbortSignal.timeout(READ_WITHIN_MS)])
      const headers = { authorization: `Bearer ${this.#company.token}` }
      const answer = await fetch(this.#product.url + path, { headers, signal })
      const text = await answer.text()
      if (answer.ok) this.#ms[kind].push(performance.now() - began)
      else if ([413, 429].includes(answer.status)) this.#refused++
      else if ([502, 503].includes(answer.status)) this.#away++
      else if (this.failures.length < MOST_TEXTS)
        this.failures.push(`GET ${path} was answered ${answer.status}: ${text.slice(0, 200)}`)
    } catch {
      if (!this.#stopping.signal.aborted) this.#away++
    }
  }
}

const period = (): string => {
  const now = Date.now()
  return `startDate=${new Date(now - PERIOD_MS).toISOString()}&endDate=${new Date(now).toISOString()}`
}
