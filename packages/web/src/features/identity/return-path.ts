/** Page that a person opened before they had to sign in. */
export interface Wish {
  /** Path and query within this origin. */
  path: string
  /** Company of the ended session. After a sign-in to another company the page is not opened. */
  companyId?: number | undefined
}

/** Placeholder for this origin when an address is parsed. */
const HERE = 'http://here.invalid'

/**
 * Returns the path if a browser that opens it stays on this server and on a page after the sign-in; else undefined. So
 * `//elsewhere.example`, `/` and the sign-in page itself give undefined.
 */
export function safePath(path: string | null): string | undefined {
  if (path === null || !path.startsWith('/') || path.startsWith('//') || path.includes('\\')) return undefined
  if (!URL.canParse(path, HERE) || new URL(path, HERE).origin !== HERE) return undefined
  return path === '/' || /^\/(login|first-run|password\/reset)\b/.test(path) ? undefined : path
}

/**
 * Returns the id of the company to which a person wants to switch, from the parameter `to` of the address; undefined without
 * a valid one.
 */
export function wantedCompany(search: URLSearchParams): number | undefined {
  const id = Number(search.get('to') ?? undefined)
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}

export const otherCompanyPath = (companyId: number): string => `/login?to=${companyId}`

/** Returns the address of the sign-in page, with the page that is opened after it. */
export function signInPath(wish: Wish): string {
  const next = safePath(wish.path)
  if (next === undefined) return '/login'
  const search = new URLSearchParams({ next })
  if (wish.companyId !== undefined) search.set('company', String(wish.companyId))
  return `/login?${search}`
}

/**
 * Returns the path to open after a sign-in: the page in the parameter `next`, or the root unit when there is none, or when
 * that page belongs to another company.
 */
export function afterSignIn(search: URLSearchParams, user: { company_id: number; root_org_unit_id: number }): string {
  const next = safePath(search.get('next'))
  const companyText = search.get('company')
  const switched = companyText !== null && Number(companyText) !== user.company_id
  return next === undefined || switched ? `/o/${user.root_org_unit_id}` : next
}
