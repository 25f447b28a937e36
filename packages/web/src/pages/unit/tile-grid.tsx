import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { unitTimelinesQuery } from '../../features/status/queries.ts'
import type { MachineTile, OrgUnit } from '../../features/tree/types.ts'
import { usePaths } from '../../scope/links.ts'
import { PlaceLink } from '../../scope/place-link.tsx'
import { type StatusKey, statusKey, statusKeys, statusText } from '../../ui/status.ts'
import { StatusMark } from '../../ui/status-mark.tsx'
import { groupByUnit } from './group.ts'
import { Tile } from './tile.tsx'

const keyOf = (machine: MachineTile): StatusKey => statusKey(machine.current_status?.status)
const chipKeys: readonly StatusKey[] = [...statusKeys, 'unknown']

/** The statuses chosen, in the address: `?status=down,offline`; none means all. */
function useChosen(): [ReadonlySet<string>, (key: StatusKey) => void] {
  const [search, setSearch] = useSearchParams()
  const chosen = useMemo(() => new Set((search.get('status') ?? '').split(',').filter(Boolean)), [search])
  const toggle = (key: StatusKey): void => {
    const next = new Set(chosen)
    if (!next.delete(key)) next.add(key)
    setSearch(
      (known) => {
        const changed = new URLSearchParams(known)
        if (next.size === 0) changed.delete('status')
        else changed.set('status', [...next].join(','))
        return changed
      },
      { replace: true },
    )
  }
  return [chosen, toggle]
}

/** The machines of a unit as tiles, filtered by status, under the names of the units they stand in. */
export function TileGrid({ unit }: { unit: OrgUnit }) {
  const { data: timelines } = useQuery(unitTimelinesQuery(unit.id))
  const [chosen, toggle] = useChosen()
  const paths = usePaths()
  const shown = chosen.size === 0 ? unit.equipment : unit.equipment.filter((machine) => chosen.has(keyOf(machine)))
  const groups = groupByUnit(shown, unit.id)
  return (
    <section className="page-section" aria-label="Machines">
      <fieldset className="tiles-bar">
        <legend className="sr-only">Show machines by status</legend>
        <h2 className="tiles-title">Machines</h2>
        {chipKeys.map((key) => {
          const many = unit.equipment.filter((machine) => keyOf(machine) === key).length
          if (many === 0 && !chosen.has(key)) return null
          return (
            <button key={key} type="button" className="chip" aria-pressed={chosen.has(key)} onClick={() => toggle(key)}>
              <StatusMark status={key} size={11} />
              {statusText[key]} <span className="chip-count">{many}</span>
            </button>
          )
        })}
      </fieldset>
      {shown.length === 0 && (
        <p className="tiles-none">No machine is in such a status now. Choose another, or none to see all.</p>
      )}
      {groups.map((group) => (
        <div key={group.unitId} className="tiles-group">
          {(groups.length > 1 || group.unitId !== unit.id) && (
            <h3 className="tiles-group-title">
              <PlaceLink to={paths.unit(group.unitId)}>{group.path}</PlaceLink>
            </h3>
          )}
          <ul className="tiles">
            {group.machines.map((machine) => (
              <Tile key={machine.id} machine={machine} spans={timelines?.[machine.id]} />
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}
