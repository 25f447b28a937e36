/**
 * Removes a one-time code from the address: `token` hands over a session, `resetToken` comes from a mailed link. This
 * happens before anything else on a page, so that no request, history entry or bookmark contains the codes. `main.tsx`
 * imports this file first.
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

/**
 * Codes that work once, from the address with which this document was opened; they are removed from the address at once.
 * Undefined without such a code, and after a reload.
 */
export const arrival = readArrival()
