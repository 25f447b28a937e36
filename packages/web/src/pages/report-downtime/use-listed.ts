import { useCallback, useMemo, useState } from 'react'
import type { DowntimeStop } from '../../features/stops/downtime.ts'
import { isShown, type StopFilter } from './shown-stops.ts'

/** Stops that stay in the list while its filter and order stay the same. */
interface Kept {
  readonly filter: StopFilter
  readonly order: readonly number[]
  readonly ids: ReadonlySet<number>
}

interface HeldStops {
  readonly stops: readonly DowntimeStop[]
  readonly order: readonly number[]
}

/**
 * Returns `shown`, the stops that the filter lets through, and `listed`, the stops of the list. These are also those whose notes
 * are being edited, even if the report no longer has them, and from `keep` to `release` those listed when `keep` was called.
 * `filter` must be the same object while it is the same filter.
 */
export function useListed({ stops, order }: HeldStops, filter: StopFilter) {
  const [kept, setKept] = useState<Kept>()
  const [editing, setEditing] = useState<ReadonlyMap<number, DowntimeStop>>(new Map())
  const shown = useMemo(() => stops.filter((stop) => isShown(stop, filter)), [stops, filter])
  const listed = useMemo(() => {
    const present = new Set(stops.map(({ id }) => id))
    const stays = kept?.filter === filter && kept.order === order ? kept.ids : new Set<number>()
    return [
      ...[...editing.values()].filter(({ id }) => !present.has(id)),
      ...stops.filter((stop) => isShown(stop, filter) || editing.has(stop.id) || stays.has(stop.id)),
    ]
  }, [stops, order, filter, kept, editing])
  const keep = (): void =>
    setKept((before) =>
      before?.filter === filter && before.order === order
        ? before
        : { filter, order, ids: new Set(listed.map(({ id }) => id)) },
    )
  const release = (): void => setKept(undefined)
  const editNotes = useCallback(
    (stop: DowntimeStop, isEditing: boolean): void =>
      setEditing((before) => {
        const next = new Map(before)
        if (isEditing) next.set(stop.id, stop)
        else next.delete(stop.id)
        return next
      }),
    [],
  )
  return { shown, listed, keep, release, editing, editNotes }
}

export type StopsList = ReturnType<typeof useListed>
