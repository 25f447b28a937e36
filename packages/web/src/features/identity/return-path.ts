/** The page a person asked for before they had to sign in. */
export interface Wish {
  /** Path and query, of this origin. */
  path: string
  /** Company of the session it was asked in; another one makes the wish void. */
  companyId?: number | undefined
}

/** A path of this origin, or undefined: `//elsewhere.example` and `https:` lead away and are no wish. */
export function safePath(path: string | null): string | undefined {
  if (path === null || !path.startsWith('/') || path.startsWith('//') || path.includes('\\')) return undefined
  return path.startsWith('/login') || path === '/' ? undefined : path
}

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
