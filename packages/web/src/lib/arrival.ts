/** Removes a parameter from `search` and returns its value; undefined if it is missing or blank. */
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

/**
 * Codes that work once, from the address with which this document was opened: `handoff` hands over a session (`token`), `reset`
 * comes from a mailed link (`resetToken`). Undefined without such a code, and after a reload. They are removed from the address
 * before anything else on a page, so that no request, history entry or bookmark contains them: `main.tsx` imports this file
 * first.
 */
export const arrival = readArrival()
