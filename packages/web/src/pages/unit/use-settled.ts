import { useState } from 'react'
import type { MachineTile } from '../../features/tree/types.ts'
import { useNow } from '../../lib/clock.ts'
import { type Sort, sorted } from './arrange.ts'

/** Least time between two changes of the order, ms. */
const SETTLE_MS = 15_000

interface Settled {
  readonly key: string
  readonly places: ReadonlyMap<number, number>
}

/**
 * Returns the machines in the order `sort`. Live messages change their places at most every 15 s, and not while `isHeld` (the
 * pointer is over the machines). Another order, other machines or a new reading (`read`) change the places at once.
 */
export function useSettled(
  machines: readonly MachineTile[],
  { sort, shownId, read, isHeld }: { sort: Sort; shownId: number; read: string; isHeld: boolean },
): readonly MachineTile[] {
  const step = useNow(SETTLE_MS)
  const [heldAt, setHeldAt] = useState(step)
  if (!isHeld && heldAt !== step) setHeldAt(step)
  const key = `${sort} ${read} ${isHeld ? heldAt : step} ${machines.map(({ id }) => id).join()}`
  const [settled, settle] = useState<Settled>({ key: '', places: new Map() })
  const current = settled.key === key ? settled : { key, places: placesOf(sorted(machines, sort, shownId)) }
  if (current !== settled) settle(current)
  const placeOf = (machine: MachineTile): number => current.places.get(machine.id) ?? 0
  return machines.toSorted((a, b) => placeOf(a) - placeOf(b))
}

const placesOf = (machines: readonly MachineTile[]): ReadonlyMap<number, number> =>
  new Map(machines.map(({ id }, index) => [id, index]))
