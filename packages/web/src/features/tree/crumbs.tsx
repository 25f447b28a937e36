import './crumbs.css'
import { usePaths } from '../../scope/links.ts'
import { PlaceLink } from '../../scope/place-link.tsx'

/** The way from the root to here, as links; `ancestors` come nearest first. */
export function Crumbs({ ancestors }: { ancestors: readonly { id: number; name: string }[] }) {
  const paths = usePaths()
  if (ancestors.length === 0) return null
  return (
    <nav className="crumbs" aria-label="Path">
      {ancestors.toReversed().map((unit) => (
        <PlaceLink key={unit.id} to={paths.unit(unit.id)} className="crumb">
          {unit.name}
        </PlaceLink>
      ))}
    </nav>
  )
}
