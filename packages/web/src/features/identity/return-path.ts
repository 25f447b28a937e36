/** Page that a user opened before they had to sign in. */
export interface Wish {
  /** Path and query within this origin. */
  path: string
  /** Company of the ended session. After a sign-in to another company the page is not opened. */
  companyId?: number | undefined
}

/** Placeholder for this origin when an address is parsed. */
const HERE = 'http://here.invalid'

/**
 * Returns the path when it stays within this origin, else undefined. `//elsewhere.example` and `https:` leave it, also
 * with characters that browsers ignore.
 */
export function safePath(path: string | null): string | undefined {
  if (path === null || !path.startsWith('/') || path.startsWith('//') || path.includes('\\')) return undefined
  if (!URL.canParse(path, HERE) || new URL(path, HERE).origin !== HERE) return undefined
  return path === '/' || /^\/(login|first-run|password\/reset)\b/.test(path) ? undefined : path
}

/** Returns the company that a user wants to switch to; it is offered first after the sign-in. */
export function wantedCompany(search: URLSearchParams): number | undefined {
  const id = Number(search.get('to') ?? undefined)
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}

export const otherCompanyPath = (companyId: number): string => `/login?to=${companyId}`

/** Returns the address of the sign-in page, with the page to open afterwards. */
export function signInPath(wish: Wish): string {
  const next = safePath(wish.path)
  if (next === undefined) return '/login'
  const search = new URLSearchParams({ next })
  if (wish.companyId !== undefined) search.set('company', String(wish.companyId))
  return `/login?${search}`
}

/** Returns the path to open after a sign-in: the page requested before, unless the company was switched. */
export function afterSignIn(search: URLSearchParams, user: { company_id: number; root_org_unit_id: number }): string {
  const next = safePath(search.get('next'))
  const companyText = search.get('company')
  const switched = companyText !== null && Number(companyText) !== user.company_id
  return next === undefined || switched ? `/o/${user.root_org_unit_id}` : next
}
