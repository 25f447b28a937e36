/** Page that is opened after a sign-in, because a person wanted it before. */
export interface Wish {
  /** Path and query of the page on this server. */
  path: string
  /** Company of the ended session. After a sign-in to another company the page is not opened; undefined: not known. */
  companyId?: number | undefined
}

/** Origin that is put before a path so that it can be parsed as an address. */
const HERE = 'http://here.invalid'

/**
 * Returns `path` if it can be opened after a sign-in, that is, if it leads to a page of this server. Undefined for null, for
 * other addresses (`//elsewhere.example`), for `/`, and for the pages of sign-in, first run and password reset.
 */
export function safePath(path: string | null): string | undefined {
  if (path === null || !path.startsWith('/') || path.startsWith('//') || path.includes('\\')) return undefined
  if (!URL.canParse(path, HERE) || new URL(path, HERE).origin !== HERE) return undefined
  return path === '/' || /^\/(login|first-run|password\/reset)\b/.test(path) ? undefined : path
}

/**
 * Returns the id of the company to which a person wants to switch, from the parameter `to` of the address. Undefined if it is
 * absent or no positive whole number.
 */
export function wantedCompany(search: URLSearchParams): number | undefined {
  const id = Number(search.get('to') ?? undefined)
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}

export const otherCompanyPath = (companyId: number): string => `/login?to=${companyId}`

/**
 * Returns the address of the sign-in page, with the page to open afterwards and its company; `/login` alone if `safePath` refuses
 * that page.
 */
export function signInPath(wish: Wish): string {
  const next = safePath(wish.path)
  if (next === undefined) return '/login'
  const search = new URLSearchParams({ next })
  if (wish.companyId !== undefined) search.set('company', String(wish.companyId))
  return `/login?${search}`
}

/**
 * Returns the path to open after a sign-in: the page in the parameter `next`; or the page of the root unit if there is none, if
 * `safePath` refuses it, or if it belongs to another company.
 */
export function afterSignIn(search: URLSearchParams, user: { company_id: number; root_org_unit_id: number }): string {
  const next = safePath(search.get('next'))
  const companyText = search.get('company')
  const switched = companyText !== null && Number(companyText) !== user.company_id
  return next === undefined || switched ? `/o/${user.root_org_unit_id}` : next
}
