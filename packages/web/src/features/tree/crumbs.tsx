import { usePaths } from '../../scope/links.ts'
import { PlaceLink } from '../../scope/place-link.tsx'

/**
 * Path of links to the units above, from the root to the nearest. `ancestors` begins with the nearest; nothing if it is empty.
 */
export function Crumbs({ ancestors }: { ancestors: readonly { id: number; name: string }[] }) {
  const paths = usePaths()
  if (ancestors.length === 0) return null
  return (
    <nav className="second wrap flush" aria-label="Path">
      {ancestors.toReversed().map((unit) => (
        <PlaceLink key={unit.id} to={paths.unit(unit.id)} className="muted crumb">
          {unit.name}
        </PlaceLink>
      ))}
    </nav>
  )
}
