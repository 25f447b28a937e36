import { useRouteError } from 'react-router'

/** What stands where a page broke while it was drawn. */
export function Crash() {
  const error = useRouteError()
  return (
    <main className="crash" role="alert">
      <h1 className="crash-title">An error has occurred on this page and a bug report has been sent.</h1>
      <p className="crash-text">{error instanceof Error ? error.message : 'Unknown error'}</p>
      <p className="crash-ways">
        <a href={location.href}>Reload the page</a> <a href="/">Go to the start</a>
      </p>
    </main>
  )
}
