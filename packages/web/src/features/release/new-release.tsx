import './release.css'
import { useHasNewRelease } from './queries.ts'

/** Shows that there is a new version. The notice lies over the page and does not move it. */
export function NewRelease() {
  if (!useHasNewRelease()) return null
  return (
    <div className="new-release" role="status">
      <span>New version available</span>
      <button type="button" className="button button-primary" onClick={() => location.reload()}>
        Refresh
      </button>
    </div>
  )
}
