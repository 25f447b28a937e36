/** The page a person asked for before they had to sign in. */
export interface Wish {
  /** Path and query, of this origin. */
  path: string
  /** Company of the session it was asked in; another one makes the wish void. */
  companyId?: number | undefined
}

/** Stands for this origin where an address is read as a browser reads it. */
const HERE = 'http://here.invalid'

/** A path of this origin, or undefined: `//elsewhere.example` and `https:` lead away, also behind characters that browsers drop. */
export function safePath(path: string | null): string | undefined {
  if (path === null || !path.startsWith('/') || path.startsWith('//') || path.includes('\\')) return undefined
  if (!URL.canParse(path, HERE) || new URL(path, HERE).origin !== HERE) return undefined
  return path === '/' || /^\/(login|first-run|password\/reset)\b/.test(path) ? undefined : path
}

/** The company somebody wants to turn to: offered first, once they have signed in. */
export function wantedCompany(search: URLSearchParams): number | undefined {
  const id = Number(search.get('to') ?? undefined)
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}

export const otherCompanyPath = (companyId: number): string => `/login?to=${companyId}`

/** `/login`, remembering where to go afterwards. */
export function signInPath(wish: Wish): string {
  const next = safePath(wish.path)
  if (next === undefined) return '/login'
  const search = new URLSearchParams({ next })
  if (wish.companyId !== undefined) search.set('company', String(wish.companyId))
  return `/login?${search}`
}

/** Where to go after the sign-in to `companyId`: the page asked for, unless the company was switched. */
export function afterSignIn(search: URLSearchParams, user: { company_id: number; root_org_unit_id: number }): string {
  const next = safePath(search.get('next'))
  const asked = search.get('company')
  const switched = asked !== null && Number(asked) !== user.company_id
  return next === undefined || switched ? `/o/${user.root_org_unit_id}` : next
}
