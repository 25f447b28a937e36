import './release.css'
import { Button } from '../../ui/button.tsx'
import { useHasNewRelease } from './queries.ts'

/**
 * Notice over the page, with a button to reload it, when the server has another version than this page; else nothing.
 */
export function NewRelease() {
  if (!useHasNewRelease()) return null
  return (
    <div className="float line one-line wide no-print new-release" role="status">
      <span>New version available</span>
      <Button primary onClick={() => location.reload()}>
        Refresh
      </Button>
    </div>
  )
}
