/** Function that starts a waiting call. */
export type Begin = () => void

/** Calls that wait, by company and principal; those of a principal in the order in which they came. */
export class Line {
  readonly #companies = new Map<number, Map<string, Begin[]>>()

  get companies(): Iterable<number> {
    return this.#companies.keys()
  }

  /** Returns the principals of a company of whom at least one call waits; empty if there is none. */
  principalsOf(companyId: number): Iterable<string> {
    return this.#companies.get(companyId)?.keys() ?? []
  }

  /** Returns the number of calls that wait: those of a principal of a company, of a company, or without arguments all. */
  count(companyId?: number, principal?: string): number {
    const companies = companyId === undefined ? [...this.#companies.values()] : [this.#companies.get(companyId)]
    const queues = companies.flatMap((principals) =>
      principal === undefined ? [...(principals?.values() ?? [])] : [principals?.get(principal) ?? []],
    )
    return queues.reduce((sum, { length }) => sum + length, 0)
  }

  push(companyId: number, principal: string, begin: Begin): void {
    const principals = this.#companies.get(companyId) ?? new Map<string, Begin[]>()
    this.#companies.set(companyId, principals)
    const queue = principals.get(principal) ?? []
    principals.set(principal, queue)
    queue.push(begin)
  }

  /** Removes and returns the oldest waiting call of a principal; undefined if there is none. */
  shift(companyId: number, principal: string): Begin | undefined {
    const principals = this.#companies.get(companyId)
    const queue = principals?.get(principal)
    const begin = queue?.shift()
    if (queue?.length === 0) principals?.delete(principal)
    if (principals?.size === 0) this.#companies.delete(companyId)
    return begin
  }
}
