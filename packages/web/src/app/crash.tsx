import { useEffect, useState } from 'react'
import { useRouteError } from 'react-router'
import { reportCrash } from '../lib/crash-report.ts'

/** What stands where a page broke while it was drawn. */
export function Crash() {
  const error = useRouteError()
  const [unsent, setUnsent] = useState(false)
  useEffect(() => {
    void reportCrash(error).then((sent) => setUnsent(!sent))
  }, [error])
  return (
    <main className="crash" role="alert">
      <h1 className="crash-title">An error has occurred on this page and a bug report has been sent.</h1>
      <p className="crash-text">Nothing is lost: machines are heard whether or not anyone looks.</p>
      <p className="crash-text crash-why">{error instanceof Error ? error.message : 'Unknown error'}</p>
      {unsent && <p className="crash-text">The bug report did not arrive. Please tell an admin what you did.</p>}
      <p className="crash-ways">
        <a href={location.href}>Reload the page</a> <a href="/">Go to the start</a>
      </p>
    </main>
  )
}
