/**
 * One-time codes that came in the address: `token` on any page hands a session over, `resetToken` is of a mailed link. They are
 * taken out of it as the first thing a page does, so that no request, no history and no bookmark ever bears them.
 * `main.tsx` imports this file before all others.
 */
function takeOut(name: string, search: URLSearchParams): string | undefined {
  const value = search.get(name)
  search.delete(name)
  return value === null || value === '' ? undefined : value
}

function readArrival(): { readonly handoff: string | undefined; readonly reset: string | undefined } {
  const search = new URLSearchParams(location.search)
  const before = search.size
  const codes = { handoff: takeOut('token', search), reset: takeOut('resetToken', search) }
  if (search.size < before) {
    const rest = search.size === 0 ? '' : `?${search}`
    history.replaceState(history.state, '', `${location.pathname}${rest}${location.hash}`)
  }
  return codes
}

/** The codes this document was opened with; a page that is loaded again has none. */
export const arrival = readArrival()
