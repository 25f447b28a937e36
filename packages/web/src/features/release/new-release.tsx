import './release.css'
import { useHasNewRelease } from './queries.ts'

/** Says that there is a new version, over the page and without moving it. */
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
