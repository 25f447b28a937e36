/** Long enough for all that one scrolling brings into sight, too short to be noticed. */
const GATHER_MS = 40

interface Waiting<Id, Answer> {
  readonly id: Id
  readonly signal: AbortSignal
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
}

/** Gathers questions about single things that are asked at about the same time into one call for all of them. */
export class Gathering<Kind extends object, Id, Answer> {
  readonly #most: number
  readonly #read: (kind: Kind, ids: readonly Id[]) => Promise<ReadonlyMap<Id, Answer>>
  readonly #waiting = new Map<string, { kind: Kind; asked: Waiting<Id, Answer>[] }>()

  /** `read` answers for at most `most` things of the same kind at once. */
  constructor(most: number, read: (kind: Kind, ids: readonly Id[]) => Promise<ReadonlyMap<Id, Answer>>) {
    this.#most = most
    this.#read = read
  }

  ask(kind: Kind, id: Id, signal: AbortSignal): Promise<Answer> {
    const name = JSON.stringify(kind)
    const known = this.#waiting.get(name)
    const group = known ?? { kind, asked: [] }
    if (known === undefined) {
      this.#waiting.set(name, group)
      setTimeout(() => this.#send(name), GATHER_MS)
    }
    return new Promise((resolve, reject) => group.asked.push({ id, signal, resolve, reject }))
  }

  #send(name: string): void {
    const group = this.#waiting.get(name)
    this.#waiting.delete(name)
    if (group === undefined) return
    // What was scrolled past meanwhile is not asked for.
    const wanted = group.asked.filter(({ signal }) => !signal.aborted)
    for (let first = 0; first < wanted.length; first += this.#most)
      void this.#answer(group.kind, wanted.slice(first, first + this.#most))
  }

  async #answer(kind: Kind, asked: readonly Waiting<Id, Answer>[]): Promise<void> {
    try {
      const answers = await this.#read(kind, [...new Set(asked.map(({ id }) => id))])
      for (const { id, resolve, reject } of asked) {
        const answer = answers.get(id)
        if (answer === undefined) reject(new Error('Nothing was answered'))
        else resolve(answer)
      }
    } catch (error) {
      for (const { reject } of asked) reject(error)
    }
  }
}
