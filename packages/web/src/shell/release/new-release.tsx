import './release.css'
import { Button } from '../../ui/button.tsx'
import { useHasNewRelease } from './queries.ts'

/**
 * Notice over the page that a new version is available, with a button to reload the page; nothing while the server has the
 * version of this page.
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
