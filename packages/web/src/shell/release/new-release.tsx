import './release.css'
import { Button } from '../../ui/button.tsx'
import { useHasNewRelease } from './queries.ts'

/** Shows that there is a new version. The notice lies over the page and does not move it. */
export function NewRelease() {
  if (!useHasNewRelease()) return null
  return (
    <div className="float line one-line new-release" role="status">
      <span>New version available</span>
      <Button primary onClick={() => location.reload()}>
        Refresh
      </Button>
    </div>
  )
}
