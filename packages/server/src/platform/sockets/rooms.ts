/**
 * Set of the rooms that have at least one socket on this server, grouped by the text before the last colon: `c1:o:5`
 * belongs to `c1:o`.
 */
export class OccupiedRooms {
  readonly #byKind = new Map<string, Set<string>>()

  opened(room: string): void {
    const kind = kindOf(room)
    const rooms = this.#byKind.get(kind)
    if (rooms) rooms.add(room)
    else this.#byKind.set(kind, new Set([room]))
  }

  closed(room: string): void {
    const kind = kindOf(room)
    const rooms = this.#byKind.get(kind)
    rooms?.delete(room)
    if (rooms?.size === 0) this.#byKind.delete(kind)
  }

  has(room: string): boolean {
    return this.#byKind.get(kindOf(room))?.has(room) ?? false
  }

  anyOf(kind: string): boolean {
    return this.#byKind.has(kind)
  }

  *all(): Generator<string> {
    for (const rooms of this.#byKind.values()) yield* rooms
  }

  get size(): number {
    let size = 0
    for (const rooms of this.#byKind.values()) size += rooms.size
    return size
  }
}

const kindOf = (room: string) => room.slice(0, Math.max(0, room.lastIndexOf(':')))
