import { useEffect, useState } from 'react'
import { reportCrash } from '../lib/crash-report.ts'

/**
 * Page in place of a page that threw an error while it was rendered. For a part of the program that could not be loaded, it
 * reloads the page when the server answers; for any other error, it sends a report to the server and shows the message.
 */
export const Crash = ({ error }: { error: unknown }) =>
  isMissingPart(error) ? <MissingPart /> : <Broken error={error} />

/**
 * Returns true for the error that a browser throws when a chunk of the program could not be loaded. Each browser has another text
 * for it.
 */
const isMissingPart = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported module|importing a module script|preload CSS/i.test(error.message)

/** Time between two attempts to reach the server, ms. */
const LOOK_AGAIN_MS = 3000

/** Returns true if this document was loaded by a reload, by a person or by the page itself. */
const isReloaded = (): boolean =>
  performance.getEntriesByType('navigation').some((entry) => (entry as PerformanceNavigationTiming).type === 'reload')

/**
 * Reloads the page as soon as the server answers: a new release has other chunks, and a short outage may be over already. A
 * document that was reloaded once is reloaded again only after the server, or the network, was away, so that a chunk that
 * stays missing does not reload the page for ever.
 */
function useReloadOnAnswer(): void {
  useEffect(() => {
    // Not by `navigator.onLine`, which is false on a machine that only reaches its own server.
    let wasAway = false
    const look = (): void =>
      void fetch('/health/live', { cache: 'no-store' }).then(
        ({ ok }) => {
          if (ok && (wasAway || !isReloaded())) location.reload()
          wasAway ||= !ok
        },
        () => {
          wasAway = true
        },
      )
    look()
    const timer = setInterval(look, LOOK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [])
}

/** Message for a chunk that could not be loaded: the server has a newer release by now, or cannot be reached. */
function MissingPart() {
  useReloadOnAnswer()
  return (
    <main className="stack crash" role="alert">
      <h1 className="title-large">This part of the page could not be loaded</h1>
      <p className="muted">There is a new version, or the server cannot be reached. Nothing is lost.</p>
      <p className="wrap wide">
        <a href={location.href}>Reload the page</a> <a href="/">Go to the start</a>
      </p>
    </main>
  )
}

function Broken({ error }: { error: unknown }) {
  const [unsent, setUnsent] = useState(false)
  useEffect(() => {
    void reportCrash(error).then((sent) => setUnsent(!sent))
  }, [error])
  return (
    <main className="stack crash" role="alert">
      <h1 className="title-large">An error has occurred on this page and a bug report has been sent.</h1>
      <p className="muted">Nothing is lost: machine data is stored whether or not anyone looks.</p>
      <p className="muted faint small any-break">{error instanceof Error ? error.message : 'Unknown error'}</p>
      {unsent && <p className="muted">The bug report did not arrive. Please tell an admin what you did.</p>}
      <p className="wrap wide">
        <a href={location.href}>Reload the page</a> <a href="/">Go to the start</a>
      </p>
    </main>
  )
}
