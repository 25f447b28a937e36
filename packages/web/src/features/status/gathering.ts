/** Time for which requests are collected, ms: longer than the requests of one scroll take, too short to be noticed. */
const GATHER_MS = 40

interface Waiting<Id, Answer> {
  readonly id: Id
  readonly signal: AbortSignal
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
}

/**
 * Reader that collects single requests for 40 ms and answers them with one call for each kind and at most `most` ids. A request
 * whose signal is aborted in that time is not sent, and rejects with the reason of the signal. A request without an answer fails,
 * and all requests of a call that fails.
 */
export class BatchedReader<Kind extends object, Id, Answer> {
  readonly #most: number
  readonly #read: (kind: Kind, ids: readonly Id[]) => Promise<ReadonlyMap<Id, Answer>>
  readonly #waiting = new Map<string, { kind: Kind; requests: Waiting<Id, Answer>[] }>()

  /** Makes a reader from `read`, which returns the answers by id for at most `most` ids of one kind in a call. */
  constructor(most: number, read: (kind: Kind, ids: readonly Id[]) => Promise<ReadonlyMap<Id, Answer>>) {
    this.#most = most
    this.#read = read
  }

  ask(kind: Kind, id: Id, signal: AbortSignal): Promise<Answer> {
    const name = JSON.stringify(kind)
    const waiting = this.#waiting.get(name)
    const group = waiting ?? { kind, requests: [] }
    if (waiting === undefined) {
      this.#waiting.set(name, group)
      setTimeout(() => this.#send(name), GATHER_MS)
    }
    return new Promise((resolve, reject) => group.requests.push({ id, signal, resolve, reject }))
  }

  #send(name: string): void {
    const group = this.#waiting.get(name)
    this.#waiting.delete(name)
    if (group === undefined) return
    // Requests that were cancelled by scrolling past are not sent.
    const wanted = group.requests.filter(({ signal }) => !signal.aborted)
    for (const { signal, reject } of group.requests) if (signal.aborted) reject(signal.reason)
    for (let first = 0; first < wanted.length; first += this.#most)
      void this.#answer(group.kind, wanted.slice(first, first + this.#most))
  }

  async #answer(kind: Kind, requests: readonly Waiting<Id, Answer>[]): Promise<void> {
    try {
      const answers = await this.#read(kind, [...new Set(requests.map(({ id }) => id))])
      for (const { id, resolve, reject } of requests) {
        const answer = answers.get(id)
        if (answer === undefined) reject(new Error('Nothing was answered'))
        else resolve(answer)
      }
    } catch (error) {
      for (const { reject } of requests) reject(error)
    }
  }
}
