import type { GivenReason } from './unsent-reasons.ts'

const KEY = 'millwatch.unsent-reasons'

let owner: string | undefined

/** Returns true for an entry as `keep` writes it: other programs may have written the storage. */
function isGiven(value: unknown): value is GivenReason {
  if (typeof value !== 'object' || value === null) return false
  const { stopId, machineName, reasonId, beforeId } = value as Record<string, unknown>
  const areIds = [reasonId, beforeId].every((id) => id === null || Number.isInteger(id))
  return Number.isInteger(stopId) && typeof machineName === 'string' && areIds
}

function read(name: string): GivenReason[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(name) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isGiven) : []
  } catch {
    return []
  }
}

/** Unsent reasons of one person, kept in this browser while the page is not loaded. */
export const keptReasons = {
  /** Returns the reasons that were kept for a person, in the order in which they were given; `keep` is about this person then. */
  of(person: string): readonly GivenReason[] {
    owner = `${KEY}.${person}`
    return read(owner)
  },
  /** Replaces the kept reasons; does nothing before a person is known. */
  keep(reasons: readonly GivenReason[]): void {
    if (owner === undefined) return
    const kept = reasons.map(({ stopId, machineName, reasonId, beforeId }) => ({
      stopId,
      machineName,
      reasonId,
      beforeId,
    }))
    try {
      if (kept.length === 0) localStorage.removeItem(owner)
      else localStorage.setItem(owner, JSON.stringify(kept))
    } catch {
      // Without storage, they last as long as the page.
    }
  },
}
